import ForceLabGraphs
import ForceLabPlugins
import ForceLabQuality
import Testing

/// Stress with distances along weighted paths, against networkx 3.6.1's
/// `all_pairs_dijkstra_path_length`.
struct WeightedStressTests {
  private let x = (0..<77).map { Double(($0 * 37) % 77) }
  private let y = (0..<77).map { Double(($0 * 11) % 29) }

  @Test(arguments: [
    ("edges", 0.36898000456827545), ("weight", 0.47319633623573565),
    ("1/weight", 0.6279877339208957),
  ])
  func distancesAreThoseOfNetworkx(distance: String, expected: Double) throws {
    let layout = FinishedLayout(try MiserablesSource().graph(), at: [x, y])
    let stress = try #require(Stress { $0.distance = distance }.value(of: layout))
    #expect(abs(stress - expected) < 1e-12)
  }

  @Test func aPathOfLengthsIsPerfect() throws {
    let graph = try Graph(nodeCount: 4, edges: [(0, 1), (1, 2), (2, 3)], weights: [1e-3, 50, 7])
    let layout = FinishedLayout(graph, at: [[0, 1e-3, 50.001, 57.001], [0, 0, 0, 0]])
    #expect(try #require(Stress { $0.distance = "weight" }.value(of: layout)) < 1e-12)
    #expect(try #require(Stress().value(of: layout)) > 0.1)
  }

  /// The best scale fits the short edge alone: all other pairs are far too near.
  @Test(arguments: ["weight", "1/weight"])
  func lengthsNearTheLimitsOfNumbersAreFinite(distance: String) throws {
    let graph = try Graph(
      nodeCount: 3, edges: [(0, 1), (1, 2)], weights: [1e308, .leastNonzeroMagnitude])
    let layout = FinishedLayout(graph, at: [[0, 1, 2], [0, 0, 0]])
    let stress = try #require(Stress { $0.distance = distance }.value(of: layout))
    #expect(abs(stress - 2.0 / 3) < 1e-12)
  }

  @Test func lengthsMustBePositiveNumbersOfTheEdges() throws {
    let graph = try Graph(nodeCount: 3, edges: [(0, 1), (1, 2)], weights: [1, 0])
    #expect(throws: ParameterError.self) {
      try Stress { $0.distance = "1/weight" }.check(on: graph)
    }
    #expect(throws: ParameterError.self) { try Stress { $0.distance = "lenght" }.check(on: graph) }
    try Stress().check(on: graph)
    let layout = FinishedLayout(graph, at: [[0, 1, 2], [0, 0, 0]])
    #expect(Stress { $0.distance = "length" }.value(of: layout) == nil)
    #expect(Stress { $0.distance = "1/weight" }.value(of: layout) == nil)
  }

  @Test func modularityIsAPropertyOfTheGraph() throws {
    let layout = FinishedLayout(try MiserablesSource().graph(), at: [x, y])
    let values = Modularity().values(of: layout)
    #expect(try #require(values[0]) > 0.55 && values[1] == 6)
    #expect(Modularity().columns.map(\.name) == ["modularity", "communities"])
  }
}

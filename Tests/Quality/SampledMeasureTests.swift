import ForceLabGraphs
import ForceLabTestSupport
import Foundation
import Testing

@testable import ForceLabQuality

/// Measures of large layouts, estimated from samples, and their errors.
struct SampledMeasureTests {
  /// A path bent to an arc.
  private func arc(_ count: Int) throws -> FinishedLayout {
    let graph = try Graph(nodeCount: count, edges: (1..<count).map { ($0 - 1, $0) })
    let angles = (0..<count).map { 2 * Double($0) / Double(count) }
    return FinishedLayout(graph, at: [angles.map { cos($0) }, angles.map { sin($0) }])
  }

  /// The closed form over all pairs is a sum over distances.
  private func stressOfArc(_ count: Int) -> Double {
    var (sum, squares, pairs) = (0.0, 0.0, 0.0)
    for steps in 1..<count {
      let ratio = 2 * sin(Double(steps) / Double(count)) / Double(steps)
      let weight = Double(count - steps)
      pairs += weight
      sum += weight * ratio
      squares += weight * ratio * ratio
    }
    return 1 - sum * sum / (squares * pairs)
  }

  @Test func stressOfLargeGraphsHasAnError() throws {
    let values = Stress { $0.sources = 400 }.values(of: try arc(20_000))
    let (stress, error) = (try #require(values[0]), try #require(values[1]))
    #expect(error > 0 && error < 0.01 * stress)
    #expect(abs(stress - stressOfArc(20_000)) < error)
  }

  @Test func allNodesAreSourcesUnlessThereAreMany() {
    let counts = [1, 8192, 100_000, 1_000_000].map { Stress().sourceCount(of: $0) }
    #expect(counts == [1, 8192, 671, 200])
    let weighted = Stress { $0.distance = "weight" }
    #expect([2896, 2897].map { weighted.sourceCount(of: $0) } == [2896, 2895])
    #expect(Stress { $0.sources = 50 }.sourceCount(of: 1000) == 50)
    #expect(Stress { $0.sources = 5000 }.sourceCount(of: 1000) == 1000)
  }

  @Test func stressOfAllPairsHasNoError() throws {
    let values = Stress().values(of: try arc(3000))
    #expect(values[1] == nil)
    #expect(isNear(values[0], stressOfArc(3000), within: 1e-9))
    #expect(Stress { $0.sources = 3000 }.values(of: try arc(3000)) == values)
  }

  private func graph(_ family: Int) throws -> Graph {
    switch family {
    case 0: return try MeshSource { ($0.rows, $0.columns) = (25, 40) }.graph()
    case 1, 3: return try BarabasiAlbertSource { ($0.nodes, $0.degree) = (1000, 2) }.graph()
    default:
      // Two components, and nodes without edges.
      let tree = (1..<600).map { (($0 - 1) / 3, $0) }
      let path = (601..<900).map { ($0 - 1, $0) }
      return try Graph(nodeCount: 1000, edges: tree + path)
    }
  }

  /// The intervals of 95 % contain the stress of all pairs about as often: 40 samples of each layout, of
  /// which fewer than 34 would have a probability of 0.003. In the last layout, three nodes are far from all others.
  @Test(arguments: [0, 1, 2, 3])
  func intervalsContainTheStress(family: Int) throws {
    let graph = try graph(family)
    let noise = randomCoordinates(1000, seed: 4)
    let x = (0..<1000).map { (node: Int) -> Double in
      if family == 3 && node % 400 == 7 { return 2e3 }
      return Double(node % 40) * (1 + 2e-4 * Double(node)) + noise[0][node]
    }
    let y = (0..<1000).map { (node: Int) -> Double in Double(node / 40) + 3 * noise[1][node] }
    let layout = FinishedLayout(graph, at: [x, y])
    let whole = try #require(Stress().value(of: layout))
    var hits = 0
    for seed in 1...40 {
      let values = Stress { $0.sources = 100 }.values(of: layout, seed: UInt64(seed))
      let (stress, error) = (try #require(values[0]), try #require(values[1]))
      if abs(stress - whole) <= error { hits += 1 }
      #expect(error < 0.1 * whole)
    }
    #expect(hits >= 34)
  }

  @Test func twoSourcesHaveAnError() throws {
    let noise = randomCoordinates(1000, seed: 4)
    let x = noise[0].indices.map { $0 == 7 ? 1e3 : noise[0][$0] }
    let layout = FinishedLayout(try graph(1), at: [x, noise[1]])
    #expect(try #require(Stress { $0.sources = 2 }.values(of: layout)[1]) > 0)
  }

  @Test func manyCrossingsAreEstimated() throws {
    let graph = try randomGraph(nodes: 500, edges: 3000, seed: 1)
    let layout = FinishedLayout(graph, at: randomCoordinates(500, seed: 2))
    let exact = try #require(Crossings(layout, withAngles: true))
    #expect(exact.countError == nil && exact.meanError == nil)
    let sampled = try #require(Crossings(layout, tests: 500_000, withAngles: true))
    let error = try #require(sampled.countError)
    #expect(error < 0.1 * exact.count && abs(sampled.count - exact.count) < error)
    let (mean, meanError) = (try #require(sampled.mean), try #require(sampled.meanError))
    #expect(try meanError < 0.1 && abs(mean - #require(exact.mean)) < meanError)
    #expect(EdgeCrossings().values(of: layout) == [exact.count, nil])
    #expect(CrossingAngle().values(of: layout) == [exact.mean, nil])
  }

  @Test func samplesAreTheSameEachTime() throws {
    let (layout, metric) = (try arc(3000), Stress { $0.sources = 300 })
    #expect(metric.values(of: layout) == metric.values(of: layout))
  }
}

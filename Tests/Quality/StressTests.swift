import ForceLabTestSupport
import Foundation
import ForceLabGraphs
import ForceLabQuality
import Testing

/// Stress against closed forms.
struct StressTests {
  private func path(_ count: Int) throws -> Graph {
    try PathSource { $0.count = count }.graph()
  }

  @Test func aStraightPathIsPerfectAtAnyScale() throws {
    let axis = (0..<10).map { 7.5 * Double($0) }
    let layout = FinishedLayout(try path(10), at: [axis, axis])
    #expect(try #require(Stress().value(of: layout)) < 1e-12)
  }

  /// A value of the size of rounding errors would decide by how much a layout is better.
  @Test func roundingIsNoStress() throws {
    for length in [0.1, 0.3, 1.7, 7, 1e5] {
      let axis = (0..<5).map { length * Double($0) }
      #expect(Stress().value(of: FinishedLayout(try path(5), at: [axis, axis])) == 0)
    }
  }

  @Test func threeNodesByHand() throws {
    // Distances 1, 1 and 2 in the graph; 1, 1 and √2 on the page: r = 1, 1, 1/√2.
    let layout = FinishedLayout(try path(3), at: [[0, 1, 1], [0, 0, 1]])
    let ratios = [1, 1, 0.5.squareRoot()]
    let sum = ratios.reduce(0, +)
    let squares = ratios.reduce(0) { $0 + $1 * $1 }
    let expected = 1 - sum * sum / (3 * squares)
    #expect(try abs(#require(Stress().value(of: layout)) - expected) < 1e-12)
  }

  @Test func pairsWithoutAPathDoNotCount() throws {
    let graph = try Graph(nodeCount: 4, edges: [(0, 1), (2, 3)])
    let near = FinishedLayout(graph, at: [[0, 1, 5, 6], [0, 0, 0, 0]])
    let far = FinishedLayout(graph, at: [[0, 1, 500, 501], [0, 0, 0, 0]])
    #expect(Stress().value(of: near) == Stress().value(of: far))
  }

  @Test func sumsAreAddedInTheOrderOfTheSources() throws {
    // Bit for bit what one thread gives: on a ring, node a is min(b − a, a + n − b) from node b.
    let count = 200
    let ring = try Graph(nodeCount: count, edges: (0..<count).map { ($0, ($0 + 1) % count) })
    let layout = FinishedLayout(
      ring,
      at: randomCoordinates(count, dimensions: 3, seed: 5).map { axis in
        // The scale at which stress is computed anyhow.
        axis.indices.map { $0 == 0 ? 1.5 : axis[$0] }
      })
    var (pairs, sum, squares) = (0.0, 0.0, 0.0)
    for a in 0..<count {
      var (sumOfSource, squaresOfSource) = (0.0, 0.0)
      for b in 0..<count where b != a {
        let ratio = layout.square(a, b).squareRoot() / Double(min(abs(b - a), count - abs(b - a)))
        sumOfSource += ratio
        squaresOfSource += ratio * ratio
      }
      pairs += Double(count - 1)
      sum += sumOfSource
      squares += squaresOfSource
    }
    #expect(Stress().value(of: layout) == 1 - sum / squares * (sum / pairs))
  }

  @Test func hugeAndTinyLayoutsHaveTheSameStress() throws {
    let value = try #require(Stress().value(of: try karate()))
    #expect(Stress().value(of: try karate().mapped { $0 * 0x1p900 }) == value)
    #expect(Stress().value(of: try karate().mapped { $0 * 0x1p-900 }) == value)
  }
}

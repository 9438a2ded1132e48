import ForceLabGraphs
import ForceLabQuality
import ForceLabTestSupport
import Testing

/// Pairs of nodes that lie on one another.
struct NodeOverlapsTests {
  private func overlaps(_ coordinates: [[Double]], radius: Double = 5) throws -> Double? {
    let graph = try Graph(nodeCount: coordinates[0].count, edges: [])
    return overlaps(FinishedLayout(graph, at: coordinates), radius: radius)
  }

  private func overlaps(_ layout: FinishedLayout, radius: Double = 5) -> Double? {
    NodeOverlaps { $0.radius = radius }.value(of: layout)
  }

  private func pairs(_ layout: FinishedLayout, radius: Double) -> Double {
    let count = layout.graph.nodeCount
    let found = (0..<count).map { a in
      (a + 1..<count).count { layout.square(a, $0) < 4 * radius * radius }
    }
    return Double(found.reduce(0, +))
  }

  @Test func touchingIsNotOverlapping() throws {
    #expect(try overlaps([[0, 2], [0, 3], [0, 6]], radius: 3.5) == 0)
    #expect(try overlaps([[0, 2], [0, 3], [0, 6]], radius: 3.5.nextUp) == 1)
  }

  @Test(arguments: [2, 3], [nil, 12])
  func agreesWithATestOfAllPairs(dimensions: Int, lattice: Int?) throws {
    let layout = FinishedLayout(
      try Graph(nodeCount: 200, edges: []),
      at: randomCoordinates(200, dimensions: dimensions, lattice: lattice, seed: 4))
    for radius in [0, 0.01, 0.1, 0.5, 1, 2.5, 6] {
      #expect(overlaps(layout, radius: radius) == pairs(layout, radius: radius))
    }
  }

  @Test func allPairsOfCoincidentNodesOverlap() throws {
    let place = Array(repeating: 0.1, count: 2000)
    #expect(try overlaps([place, place], radius: 1e-300) == 2000 * 1999 / 2)
    #expect(try overlaps([place, place], radius: 0) == 0)
  }

  @Test func isInvariantUnderTranslationRotationAndCommonScaling() throws {
    #expect(overlaps(try karate(), radius: 2.5) == 0)
    #expect(overlaps(try karate().mapped { $0 - 100 }) == 121)
    #expect(overlaps(try karate().turned(by: 1), radius: 5.001) == 121)
    for scale in [0x1p-1000, 0x1p-500, 0x1p500, 0x1p1000] {
      #expect(overlaps(try karate().mapped { $0 * scale }, radius: 5 * scale) == 121)
    }
  }
}

import ForceLabTestSupport
import Foundation
import ForceLabGraphs
import ForceLabQuality
import Testing

/// How oblique crossings are.
struct CrossingAngleTests {
  /// Two edges without a common node, between four places.
  private func two(_ x: [Double], _ y: [Double]) throws -> Double? {
    let graph = try Graph(nodeCount: 4, edges: [(0, 1), (2, 3)])
    return CrossingAngle().value(of: FinishedLayout(graph, at: [x, y]))
  }

  @Test func rightAnglesAreBest() throws {
    #expect(isNear(try two([0, 2, 0, 2], [0, 2, 2, 0]), 0))
    #expect(isNear(try two([0, 2, 1, 1], [0, 0, -3, 1]), 0))
  }

  @Test(arguments: [10.0, 45, 89, 91, 135, 170])
  func oneCrossing(degrees: Double) throws {
    let (c, s) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
    let value = try two([-1, 1, -c, c], [0, 0, -s, s])
    #expect(isNear(value, abs(90 - degrees) / 90))
  }

  @Test func collinearOverlappingEdgesAreWorst() throws {
    #expect(try two([0, 2, 1, 3], [0, 0, 0, 0]) == 1)
    #expect(try two([0, 2, 1, 1], [0, 0, 0, 0]) == 1)
  }

  @Test func thePentagram() throws {
    // The five diagonals of a regular pentagon cross at 72°.
    let graph = try Graph(nodeCount: 5, edges: (0..<5).map { ($0, ($0 + 2) % 5) })
    let angles = (0..<5).map { Double($0) * 2 * .pi / 5 }
    let layout = FinishedLayout(graph, at: [angles.map { cos($0) }, angles.map { sin($0) }])
    #expect(EdgeCrossings().value(of: layout) == 5)
    #expect(isNear(CrossingAngle().value(of: layout), 0.2))
  }
}

import ForceLabTestSupport
import Foundation
import ForceLabGraphs
import ForceLabQuality
import Testing

/// How evenly edges leave their nodes.
struct AngularResolutionTests {
  private func value(_ layout: FinishedLayout) -> Double? { AngularResolution().value(of: layout) }

  /// A node at the origin, joined to nodes in these directions, in degrees.
  private func star(_ directions: [Double]) throws -> Double? {
    let angles = directions.map { $0 * .pi / 180 }
    let graph = try Graph(
      nodeCount: angles.count + 1, edges: angles.indices.map { (0, $0 + 1) })
    let x = [0] + angles.enumerated().map { Double($0.offset + 1) * cos($0.element) }
    let y = [0] + angles.enumerated().map { Double($0.offset + 1) * sin($0.element) }
    return value(FinishedLayout(graph, at: [x, y]))
  }

  @Test(arguments: 2...12)
  func evenStarsAreBest(degree: Int) throws {
    // In an order that is not that of the directions.
    let directions = (0..<degree).map { Double($0 * (degree - 1) % degree) * 360 / Double(degree) }
    #expect(isNear(try star(directions.map { $0 + 17 }), 1))
  }

  @Test func starsByHand() throws {
    #expect(isNear(try star([0, 90]), 0.5))
    #expect(isNear(try star([-170, 170]), 20.0 / 180))
    #expect(isNear(try star([0, 30, 150]), 30.0 / 120))
    #expect(isNear(try star([10, 200, 290, 355]), 15.0 / 90))
    #expect(try star([40, 40]) == 0)
  }

  @Test(arguments: [3, 4, 5, 8, 50])
  func regularPolygons(count: Int) throws {
    // The angle inside is 180° − 360°/n, of 180°.
    let ring = try Graph(nodeCount: count, edges: (0..<count).map { ($0, ($0 + 1) % count) })
    let angles = (0..<count).map { Double($0) * 2 * .pi / Double(count) }
    let layout = FinishedLayout(ring, at: [angles.map { cos($0) }, angles.map { sin($0) }])
    #expect(isNear(value(layout), 1 - 2 / Double(count)))
  }

  @Test func aMesh() throws {
    // 90° of 180° at the corners, of 120° at the sides, of 90° inside.
    let mesh = try MeshSource { ($0.rows, $0.columns) = (6, 6) }.graph()
    let x = (0..<36).map { Double($0 % 6) }
    let y = (0..<36).map { Double($0 / 6) }
    let expected = (4 * 0.5 + 16 * 0.75 + 16) / 36
    #expect(isNear(value(FinishedLayout(mesh, at: [x, y])), expected))
  }

  @Test func edgesOfLengthZeroAreWorst() throws {
    // Of the three inner nodes of a path, two are in one place.
    let path = try Graph(nodeCount: 5, edges: [(0, 1), (1, 2), (2, 3), (3, 4)])
    let layout = FinishedLayout(path, at: [[0, 1, 1, 2, 3], [0, 0, 0, 0, 0]])
    #expect(isNear(value(layout), 1.0 / 3))
  }
}

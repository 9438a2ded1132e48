import ForceLabTestSupport
import Foundation
import ForceLabGraphs
import ForceLabPlugins
import Testing

@testable import ForceLabQuality

/// The distance of two layouts, whatever their place, turn, side and size.
struct ProcrustesTests {
  private func distance(_ x: [[Double]], _ y: [[Double]]?) throws -> Double? {
    var layout = FinishedLayout(try Graph(nodeCount: x[0].count, edges: []), at: x)
    layout.first = y
    return Procrustes().value(of: layout)
  }

  /// Expected of scipy.spatial.procrustes, scipy 1.17.1.
  @Test(arguments: [(2, 0.8208285654717064), (3, 0.8214771241672477)])
  func agreesWithSciPy(dimensions: Int, expected: Double) throws {
    let other = [(13, 34), (7, 31), (3, 11)].prefix(dimensions).map { step in
      (0..<34).map { Double($0 * step.0 % step.1) }
    }
    let layout = try karate(dimensions: dimensions)
    #expect(isNear(try distance(layout.coordinates, other), expected))
    #expect(isNear(try distance(other, layout.coordinates), expected), "it is symmetric")
  }

  /// A square against four nodes in a row: the row's direction takes Σxu = 2 of norms √2 and √5,
  /// the square's other axis nothing, so σ₁² is 2 of the 5 there are: 1 − 2/5.
  @Test func handMadeReferences() throws {
    let square = [[0.0, 1, 1, 0], [0, 0, 1, 1]]
    #expect(isNear(try distance(square, [[0, 1, 2, 3], [0, 0, 0, 0]]), 0.6))
    // A right isosceles triangle against an equilateral one: ½ − √3/4.
    let right = [[0.0, 1, 0], [0, 0, 1]]
    let equilateral = [[0, 1, 0.5], [0, 0, 3.0.squareRoot() / 2]]
    #expect(isNear(try distance(right, equilateral), 0.5 - 3.0.squareRoot() / 4))
  }

  @Test(arguments: [2, 3])
  func isInvariantUnderSimilarityTransformations(dimensions: Int) throws {
    let layout = try karate(dimensions: dimensions)
    var moved = layout.turned(by: 1).mapped { 1e-3 * $0 + 7 }.coordinates
    moved[1] = moved[1].map { -$0 }
    #expect(isNear(try distance(moved, layout.coordinates), 0, within: 1e-13))
    #expect(try distance(layout.coordinates, layout.coordinates) == 0)
  }

  @Test(arguments: [2, 3])
  func alignedLayoutsCoincideWithTheFirst(dimensions: Int) throws {
    let layout = try karate(dimensions: dimensions)
    var moved = layout.turned(by: 2).coordinates
    moved[0] = moved[0].map { -$0 }
    let aligned = Procrustes.aligned(moved, to: layout.coordinates)
    for (axis, first) in zip(aligned, layout.coordinates) {
      // Up to a translation.
      let shift = axis[0] - first[0]
      #expect(zip(axis, first).allSatisfy { abs($0 - $1 - shift) < 1e-9 * (1 + abs($1)) })
    }
    // Neither lengths nor the distance change.
    let before = try #require(try distance(moved, layout.mapped { $0 * $0 }.coordinates))
    let other = Procrustes.aligned(moved, to: layout.mapped { $0 * $0 }.coordinates)
    #expect(
      isNear(try distance(other, layout.mapped { $0 * $0 }.coordinates), before, within: 1e-12))
  }

  /// A row of nodes turns onto another row, and nodes at one point stay.
  @Test func degenerateLayoutsAlign() {
    let row = Procrustes.aligned([[0, 0, 0], [0, 1, 2]], to: [[0, 5, 10], [0, 0, 0]])
    #expect(zip(row[0], [0, 1, 2]).allSatisfy { abs($0 - $1) < 1e-12 })
    #expect(row[1].allSatisfy { abs($0) < 1e-12 })
    let point = Procrustes.aligned([[3, 3], [4, 4]], to: [[0, 1], [0, 0]])
    #expect(
      point[0][0] == point[0][1] && abs(point[0][0].magnitude + point[1][0].magnitude - 7) < 1e-9)
    #expect(Procrustes.aligned([[1, 2]], to: [[1]]) == [[1, 2]])
  }

  @Test func aSmallShiftOfOneNodeIsASmallDistance() throws {
    var shifted = try karate().coordinates
    shifted[0][5] += 0.1
    let value = try #require(try distance(shifted, karate().coordinates))
    #expect(value > 1e-6 && value < 1e-4)
  }

  @Test func isNilWithoutAComparableFirstLayout() throws {
    let page = try karate().coordinates
    #expect(try distance(page, nil) == nil)
    #expect(try distance(page, page.map { $0.map { _ in 3.7 } }) == nil)
    #expect(try distance(page, karate(dimensions: 3).coordinates) == nil)
  }

  /// Expected of numpy.linalg.svd; the last matrix has rank 1.
  @Test func singularValuesAreThoseOfNumPy() {
    let values = Procrustes.singularValues([[3, -1, 2], [1, 4, 2], [2, 0.5, -5]]).sorted(by: >)
    for (value, expected) in zip(values, [5.81930557, 4.23049236, 3.53392376]) {
      #expect(isNear(value, expected, within: 1e-8))
    }
    let flat = Procrustes.singularValues([[1, 2, 2], [2, 4, 4], [-1, -2, -2]]).sorted(by: >)
    #expect(isNear(flat[0], 54.0.squareRoot(), within: 1e-14) && flat[1] < 1e-14)
  }
}

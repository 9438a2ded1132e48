import ForceLabGraphs
import ForceLabQuality
import ForceLabTestSupport
import Testing

/// The shape of the bounding box.
struct AspectRatioTests {
  private func ratio(_ coordinates: [[Double]]) throws -> Double? {
    let graph = try Graph(nodeCount: coordinates[0].count, edges: [])
    return AspectRatio().value(of: FinishedLayout(graph, at: coordinates))
  }

  @Test func isTheShorterSideDividedByTheLonger() throws {
    #expect(try ratio([[0, 4, 2], [1, 0, 0]]) == 0.25)
    #expect(try ratio([[1, 0, 0], [0, 4, 2]]) == 0.25)
    #expect(try ratio([[-1, 1], [5, 7]]) == 1)
  }

  @Test func inThreeDimensionsIsTheShortestSideDividedByTheLongest() throws {
    #expect(try ratio([[0, 8], [0, 4], [0, 2]]) == 0.25)
  }

  @Test func theKarateClub() throws {
    #expect(AspectRatio().value(of: try karate()) == 28.0 / 33)
    #expect(AspectRatio().value(of: try karate(dimensions: 3)) == 6.0 / 33)
  }

  @Test func isZeroOnALine() throws {
    #expect(try ratio([[0, 1, 2], [3, 3, 3]]) == 0)
    #expect(try ratio([[1, 2], [1, 2], [1, 1]]) == 0)
  }

  @Test func isInvariantUnderTranslationAndScaling() throws {
    let moved = try karate().mapped { 0.125 * $0 - 40 }
    #expect(AspectRatio().value(of: moved) == 28.0 / 33)
    #expect(try ratio([[-1e308, 1e308], [0, 1e308]]) == 0.5)
  }

  @Test func isNilWithoutExtent() throws {
    #expect(try ratio([[], []]) == nil)
    #expect(try ratio([[7], [3]]) == nil)
    #expect(try ratio([[7, 7], [3, 3], [1, 1]]) == nil)
  }
}

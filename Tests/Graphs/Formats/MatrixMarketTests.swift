import ForceLabGraphFiles
import ForceLabGraphs
import ForceLabTestSupport
import Testing

@Suite struct MatrixMarketTests {
  private let pattern = "%%MatrixMarket matrix coordinate pattern symmetric\n"

  @Test func readsASymmetricMatrix() throws {
    let graph = try MatrixMarketFormat().read(
      "%%MatrixMarket matrix coordinate real symmetric\n% a comment\n\n4 4 4\n"
        + "1 1 9.5\n2 1 -1.5\n3 2 2e-3\r\n3 3 1\n", file: "f")
    #expect(graph.nodeCount == 4)
    #expect(edges(of: graph) == [[1, 0], [2, 1]])
    #expect(graph.weights == [-1.5, 0.002])
    #expect(graph.note == "dropped 2 self loops")
    #expect(graph.labels == nil)
  }

  @Test func readsAGeneralMatrixAsOneEdgeForBothDirections() throws {
    let graph = try MatrixMarketFormat().read(
      "%%MatrixMarket MATRIX Coordinate Integer General\n2 2 2\n1 2 3\n2 1 4\n", file: "f")
    #expect(edges(of: graph) == [[0, 1]])
    #expect(graph.weights == [3])
    #expect(graph.droppedDuplicates == 1)
  }

  @Test func readsPatternsAndComplexEntriesWithoutWeights() throws {
    #expect(try MatrixMarketFormat().read(pattern + "2 2 1\n2 1\n", file: "f").weights == nil)
    let complex = "%%MatrixMarket matrix coordinate complex hermitian\n2 2 1\n2 1 1.0 -2.0\n"
    #expect(try MatrixMarketFormat().read(complex, file: "f").weights == nil)
    #expect(try MatrixMarketFormat().read(pattern + "3 3 0\n", file: "f").nodeCount == 3)
  }
}

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

  @Test(arguments: [
    ("", "f:1:1: error: not a Matrix Market file"),
    ("1 2\n", "f:1:1: error: not a Matrix Market file"),
    ("%%MatrixMarket matrix coord", "f:1:1: error: the first line is incomplete"),
    (
      "%%MatrixMarket matrix array real general\n",
      "f:1:1: error: not a sparse matrix, but 'matrix array'"
    ),
    (
      "%%MatrixMarket matrix coordinate quaternion general\n",
      "f:1:1: error: unknown entry type 'quaternion'"
    ),
    ("%%MatrixMarket matrix coordinate real odd\n", "f:1:1: error: unknown symmetry 'odd'"),
  ])
  func reportsErrorsInTheFirstLine(text: String, expected: String) {
    expectProblem(.matrixMarket, text, expected)
  }

  @Test(arguments: [
    ("", "f:2:1: error: no size line found"),
    ("3 3\n", "f:2:1: error: the size line must be 'rows columns entries', found '3 3'"),
    ("3 4 1\n", "f:2:3: error: the matrix must be square, found 3 rows and 4 columns"),
    ("0 0 0\n", "f:2:1: error: the number of rows must be 1 to 100000000, found 0"),
    (
      "3000000000 3000000000 1\n",
      "f:2:1: error: the number of rows must be 1 to 100000000, found 3"
    ),
    ("3 3 2\n2 1\n", "f:4:1: error: expected 2 entries, found 1"),
    ("3 3 9000000000000000000\n2 1\n", "f:4:1: error: expected 9000000000000000000 entries"),
    ("3 3 1\n2 1\n3 1\n", "f:4:1: error: expected 1 entries, found more"),
    ("3 3 1\n0 1\n", "f:3:1: error: a row or column must be 1 to 3, found '0'"),
    ("3 3 1\n1 4\n", "f:3:3: error: a row or column must be 1 to 3, found '4'"),
    ("3 3 1\n1 -1\n", "f:3:3: error: a row or column must be 1 to 3, found '-1'"),
    ("3 3 1\n1\n", "f:3:1: error: an entry must be 2 numbers, found '1'"),
    ("3 3 1\n1 2 5\n", "f:3:1: error: an entry must be 2 numbers"),
  ])
  func reportsErrors(rest: String, expected: String) {
    expectProblem(.matrixMarket, pattern + rest, expected)
  }

  @Test(arguments: ["nan", "inf", "x", "1e999"])
  func refusesValuesThatAreNotFinite(value: String) {
    let text = "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2 \(value)\n"
    #expect(
      problem(.matrixMarket, text)
        == "f:3:5: error: a value must be a finite number, found '\(value)'")
  }
}

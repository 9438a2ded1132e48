import ForceLabGraphFiles
import ForceLabGraphs
import ForceLabTestSupport
import Testing

@Suite struct METISTests {
  @Test(
    arguments: [
      ("4 3\n2 3\n1 3\n1 2\n\n", nil), ("% c\n4 3 1\n2 5 3 6\n1 5 3 7\n1 6 2 7\n%\n\n", [5, 6, 7]),
      ("4 3 100\n1 2 3\n1 1 3\n1 1 2\n1\n", nil),
      ("4 3 011 2\n0 0 2 5 3 6\n0 0 1 5 3 7\n0 0 1 6 2 7\n0 0\n", [5, 6, 7]),
    ] as [(String, [Double]?)])
  func readsNeighborsBesideWeights(text: String, weights: [Double]?) throws {
    let graph = try METISFormat().read(text, file: "f")
    #expect(graph.nodeCount == 4 && edges(of: graph) == [[0, 1], [0, 2], [1, 2]])
    #expect(graph.weights == weights && graph.ids?.texts == ["1", "2", "3", "4"])
    #expect(graph.note == nil)
    for end in ["\r\n", "\r"] {
      let other = try METISFormat().read(text.replacing("\n", with: end), file: "f")
      #expect(edges(of: other) == edges(of: graph))
    }
  }

  @Test func parallelEdgesMayBeInAnyOrder() throws {
    let graph = try METISFormat().read("3 3 1\n2 5 3 1 2 7\n1 7 1 5\n1 1\n", file: "f")
    #expect(edges(of: graph) == [[0, 1], [0, 2]] && graph.weights == [5, 1])
    #expect(graph.note == "dropped 1 duplicate edge")
    // A self loop is there once.
    let loop = try METISFormat().read("2 3 1\n2 7 1 4 2 5\n1 5 1 7\n", file: "f")
    #expect(edges(of: loop) == [[0, 1]] && loop.weights == [7])
    #expect(loop.note == "dropped 1 self loop and 1 duplicate edge")
  }
}

import ForceLabGraphFiles
import ForceLabGraphs
import ForceLabTestSupport
import Testing

@Suite struct NodeLinkJSONTests {
  private func read(_ text: String) throws -> Graph {
    try JSONFormat().read(text, file: "f")
  }

  @Test func readsWhatD3Reads() throws {
    let graph = try read(
      """
      {"nodes": [{"id": "Myriel", "group": 1}, {"id": "Napoleon", "group": "b"}, {"id": "c"}],
       "links": [{"source": "Napoleon", "target": "Myriel", "value": 1.5},
                 {"source": "c", "target": "Myriel"}]}
      """)
    #expect(graph.labels == ["Myriel", "Napoleon", "c"])
    #expect(graph.groups == ["1", "b", ""])
    #expect(edges(of: graph) == [[1, 0], [2, 0]])
    #expect(graph.weights == [1.5, 1])
  }

  @Test func readsIndexesOfOldD3() throws {
    let graph = try read(
      "{\"nodes\":[{\"name\":\"A\"},{\"name\":\"B\"}],\"links\":[{\"source\":1,\"target\":0}]}")
    #expect(graph.labels == ["A", "B"])
    #expect(edges(of: graph) == [[1, 0]])
  }

  @Test func readsWhatNetworkxWrites() throws {
    let graph = try read(
      "{\"directed\": false, \"multigraph\": false, \"graph\": {},\n"
        + "\t\"nodes\": [{\"id\": 10, \"label\": \"\\u00e9 \\ud83d\\ude00 \\\\ud83d\"}, {\"id\": 11}],"
        + "\n\t\"edges\": [{\"weight\": 4, \"source\": 10, \"target\": 11}]}")
    #expect(graph.labels == ["é 😀 \\ud83d", "11"])
    #expect(graph.weights == [4])
  }

  /// As in networkx. An id that only the other kind has is found, too, because some files mix them.
  @Test func aNumberAndATextAreTwoNodes() throws {
    let graph = try read(
      "{\"nodes\": [{\"id\": 1}, {\"id\": \"1\"}, {\"id\": \"2\"}], \"links\": ["
        + "{\"source\": 1, \"target\": \"2\"}, {\"source\": \"1\", \"target\": 1}, "
        + "{\"source\": \"1\", \"target\": 2}]}")
    #expect(graph.labels == ["1", "1", "2"])
    #expect(edges(of: graph) == [[0, 2], [1, 0], [1, 2]])
  }

  @Test(arguments: [
    ("", "f:1:1: error: a graph must be {\"nodes\": […], \"links\": […]}"),
    ("[1]", "f:1:1: error: a graph must be"),
    ("{\"links\": []}", "f:1:1: error: this graph has no 'nodes'"),
    ("{\"nodes\": []}", "f:1:1: error: this graph has no 'links'"),
    ("{\"nodes\": [], \"links\": []}", "f:1:27: error: no nodes found"),
    ("{\"nodes\": [[]], \"links\": []}", "f:1:12: error: a node must be an object"),
    ("{\"nodes\": [{\"id\": 1}, {}], \"links\": []}", "f:1:23: error: this node has no 'id'"),
    (
      "{\"nodes\": [{\"id\": 1}, {\"id\": 1}], \"links\": []}",
      "f:1:30: error: another node has the id '1'"
    ),
    ("{\"nodes\": [{}], \"links\": [3]}", "f:1:27: error: a link must be an object"),
    ("{\"nodes\": [{}], \"links\": [{\"source\": 0}]}", "f:1:27: error: this link has no 'target'"),
    (
      "{\"nodes\": [{}],\n\"links\": [{\"source\": 0, \"target\": 1}]}",
      "f:2:11: error: unknown node '1' at an end of this edge; no node has an 'id', so use "
        + "indexes 0 to 0"
    ),
    (
      "{\"nodes\": [{\"id\": \"\\ud83d\\ude00\"}], \"links\": [{\"source\": 0, \"target\": 0}]}",
      "f:1:47: error: unknown node '0' at an end of this edge"
    ),
    (
      "{\"nodes\": [{}], \"links\": [{\"source\": 0, \"target\": 0, \"weight\": .inf}]}",
      "f:1:64: error: '.inf' is not a JSON value"
    ),
  ])
  func reportsErrors(text: String, expected: String) {
    expectProblem(.json, text, expected)
  }

  @Test func reportsTruncatedFiles() {
    #expect(problem(.json, "{\"nodes\": [{\"id\": 1},\n")?.hasPrefix("f:") ?? false)
    #expect(problem(.json, "{\"nodes\": [{\"id\": \"\\ud83d\"}]")?.hasPrefix("f:1:") ?? false)
  }
}

import ForceLabGraphFiles
import ForceLabGraphs
import ForceLabTestSupport
import Testing

/// The ids of nodes as their source has them.
@Suite struct NodeIDTests {
  private func ids(_ format: any GraphFormat, _ text: String) throws -> NodeIDs? {
    try format.read(text, file: "f").ids
  }

  @Test func edgeListsHaveTheNamesOfTheFile() throws {
    #expect(try ids(.edgeList, "b a\na c\n") == NodeIDs(["b", "a", "c"]))
    #expect(try ids(.edgeList, "5 3\n3 9\n") == NodeIDs(["3", "5", "9"], areNumbers: true))
    // Numbers from 0 are the numbers of the nodes.
    #expect(try ids(.edgeList, "0 1\n1 2\n") == nil)
    // As written, in the order of the numbers.
    #expect(try ids(.edgeList, "07 1\n07 10\n") == NodeIDs(["1", "07", "10"]))
  }

  @Test func graphFilesHaveIdsAndLabels() throws {
    let graphML = """
      <graphml><key id="l" for="node" attr.name="label"/><graph><node id="n0"><data key="l">same</data>
      </node><node id="n1"><data key="l">same</data></node><edge source="n0" target="n1"/></graph>
      </graphml>
      """
    let graph = try GraphMLFormat().read(graphML, file: "f")
    #expect(graph.ids == NodeIDs(["n0", "n1"]) && graph.labels == ["same", "same"])
    #expect(graph.id(of: 1) == "n1" && graph.node(named: "n1") == 1)
    let gml = "graph [ node [ id 007 label \"a\" ] node [ id +8 ] edge [ source 7 target 8 ] ]"
    #expect(try ids(.gml, gml) == NodeIDs(["007", "+8"], areNumbers: true))
    let json = #"{"nodes": [{"id": 2}, {"id": 2.50}], "links": [{"source": 2, "target": 2.50}]}"#
    #expect(try ids(.json, json) == NodeIDs(["2", "2.50"], areNumbers: true))
    let text = #"{"nodes": [{"id": "0"}, {"id": "1"}], "links": []}"#
    #expect(try ids(.json, text) == NodeIDs(["0", "1"]))
    let indices = #"{"nodes": [{}, {}], "links": [{"source": 0, "target": 1}]}"#
    #expect(try ids(.json, indices) == nil)
    let matrix = "%%MatrixMarket matrix coordinate pattern symmetric\n2 2 1\n2 1\n"
    #expect(try ids(.matrixMarket, matrix) == NodeIDs(["1", "2"], areNumbers: true))
  }

  @Test func generatedGraphsHaveTheNumbersOfTheirNodes() throws {
    #expect(try RingSource().graph().ids == nil)
    #expect(try RingSource().graph().id(of: 3) == "3")
    #expect(try MiserablesSource().graph().id(of: 10) == "Valjean")
  }

  /// In networkx, the number 1 and the text "1" are two nodes.
  @Test func quotesDistinguishTextIdsFromNumbers() throws {
    for (first, second) in [("1", "\"1\""), ("\"1\"", "1")] {
      let json = "{\"nodes\": [{\"id\": \(first)}, {\"id\": \(second)}], \"links\": []}"
      let graph = try JSONFormat().read(json, file: "f")
      #expect(graph.ids == NodeIDs([first, second]) && graph.labels == ["1", "1"])
    }
  }
}

import ForceLabGraphFiles
import ForceLabGraphs
import ForceLabSettings
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

  @Test func idsAreEqualInAnySpellingOfTheirNumber() throws {
    let graph = try read(
      """
      {"nodes": [{"id": 1e3}, {"id": 2}, {"id": 0.50}, {"id": 12345678901234567890}],
       "links": [{"source": 1000, "target": 2.0}, {"source": 5E-1, "target": 12345678901234567890}]}
      """)
    #expect(edges(of: graph) == [[0, 1], [2, 3]])
    #expect(graph.ids?.texts == ["1e3", "2", "0.50", "12345678901234567890"])
  }

  @Test func readsIndexesOfOldD3() throws {
    let graph = try read(
      "{\"nodes\":[{\"name\":\"A\"},{\"name\":\"B\"}],\"links\":[{\"source\":1,\"target\":0}]}")
    #expect(graph.labels == ["A", "B"])
    #expect(edges(of: graph) == [[1, 0]])
  }

  /// As networkx 1 wrote them. Ids that are numbers, in quotes or not, leave no room for indexes.
  @Test func readsIndexesBesideIDsThatAreNoNumbers() throws {
    let links = #""links": [{"source": 1.0, "target": 0}]}"#
    let graph = try read(#"{"nodes": [{"id": "a"}, {"id": "b"}], "# + links)
    #expect(graph.labels == ["a", "b"])
    #expect(edges(of: graph) == [[1, 0]])
    for id in ["7", "\"7\""] {
      #expect(throws: Diagnostic.self) {
        try read("{\"nodes\": [{\"id\": \"a\"}, {\"id\": \(id)}], " + links)
      }
    }
  }

  @Test func readsWhatNetworkxWrites() throws {
    let graph = try read(
      "{\"directed\": false, \"multigraph\": false, \"graph\": {},\n"
        + "\t\"nodes\": [{\"id\": 10, \"label\": \"\\u00e9 \\ud83d\\ude00 \\\\ud83d\"}, {\"id\": 11}],"
        + "\n\t\"edges\": [{\"weight\": 4, \"source\": 10, \"target\": 11}]}")
    #expect(graph.labels == ["é 😀 \\ud83d", "11"])
    #expect(graph.weights == [4])
  }

  /// The keys of a multigraph are no attribute: networkx cannot read it in GEXF.
  @Test(arguments: [true, false]) func readsMultigraphs(isOne: Bool) throws {
    let graph = try JSONFormat().read(
      "{\"multigraph\": \(isOne), \"nodes\": [{\"id\": 1, \"key\": 7}, {\"id\": 2}], \"edges\": ["
        + "{\"source\": 1, \"target\": 2, \"key\": 0}, {\"source\": 1, \"target\": 2, \"key\": 1}]}",
      file: "f", AttributeNames(keepsAll: true))
    #expect(graph.edgeCount == 1 && graph.nodeAttributes["key"] != nil)
    #expect((graph.edgeAttributes["key"] == nil) == isOne)
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

  /// Events of a saved experiment name nodes by their labels.
  @Test func labelsOfAddedNodesAreWritten() throws {
    let graph = try JSONFormat().read(
      "{\"nodes\": [{\"id\": 0, \"label\": 7}, {\"id\": 1, \"label\": 9}], \"links\": []}",
      file: "f", AttributeNames(keepsAll: true))
    let added = [GraphNode(id: "2", label: "new 2"), GraphNode(id: "3")]
    let changed = try graph.changed(by: GraphChange(adding: added, edges: [], to: graph))
    let written = JSONFormat().text(of: LayoutTable(GraphSketch(changed), []))
    #expect(try read(written).labels == ["7", "9", "new 2", "3"])
  }
}

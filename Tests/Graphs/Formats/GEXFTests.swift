import ForceLabGraphFiles
import ForceLabGraphs
import ForceLabTestSupport
import Testing

/// GEXF 1.2 and 1.3.
@Suite struct GEXFTests {
  private let all = AttributeNames(keepsAll: true)

  private func graph(_ content: String, version: String = "http://gexf.net/1.3") throws -> Graph {
    let text = """
      <gexf xmlns="\(version)" xmlns:viz="\(version)/viz"><graph>\(content)</graph></gexf>
      """
    return try GEXFFormat().read(text, file: "f", all)
  }

  @Test(arguments: ["http://gexf.net/1.3", "http://www.gexf.net/1.2draft", ""])
  func readsIdsLabelsWeightsDefaultsAndPositions(version: String) throws {
    let graph = try graph(
      """
      <attributes class="node"><attribute id="t" title="team" type="string"><default>blue</default>
      </attribute><attribute id="ok" title="ok" type="boolean"/></attributes>
      <attributes class="edge"><attribute id="0" title="length" type="float"/></attributes>
      <nodes><node id="a" label="same"><viz:position x="1" y="-2.5" z="0"/><attvalues>
      <attvalue for="ok" value="true"/></attvalues></node>
      <node id="b" label="same"><attvalues><attvalue for="t" value="red"/></attvalues></node></nodes>
      <edges><edge id="0" source="a" target="b" weight="2.5"><attvalues>
      <attvalue for="0" value="7"/></attvalues></edge></edges>
      """, version: version)
    #expect(graph.ids == NodeIDs(["a", "b"]) && graph.labels == ["same", "same"])
    #expect(graph.weights == [2.5] && graph.note == nil)
    #expect(graph.nodeAttributes["team"] == AttributeColumn("team", .text, ["blue", "red"]))
    #expect(graph.nodeAttributes["ok"] == AttributeColumn("ok", .boolean, ["true", nil]))
    #expect(graph.nodeAttributes["y"] == AttributeColumn("y", .number, ["-2.5", nil]))
    #expect(graph.edgeAttributes["length"] == AttributeColumn("length", .number, ["7"]))
  }

  @Test func theLabelOfANodeGoesBeforeAnAttributeOfThatName() throws {
    let graph = try graph(
      """
      <attributes class="node"><attribute id="0" title="label" type="string"/></attributes>
      <nodes><node id="a" label="A"><attvalues><attvalue for="0" value="x"/></attvalues></node>
      <node id="b"><attvalues><attvalue for="0" value="y"/></attvalues></node></nodes>
      """)
    #expect(graph.labels == ["A", "y"])
    #expect(graph.nodeAttributes["label"]?.values == ["A", "y"])
  }

  @Test func nestedNodesAreReadAsOrdinaryNodes() throws {
    let graph = try graph(
      """
      <nodes><node id="a"><nodes><node id="b"/><node id="c"/></nodes></node></nodes>
      <edges><edge source="a" target="c"/><edge source="c" target="a"/></edges>
      """)
    #expect(graph.nodeCount == 3 && graph.edgeCount == 1)
    #expect(graph.note == "read 2 nested nodes as ordinary nodes; dropped 1 duplicate edge")
  }

  @Test func edgesWithAnotherDirectionAreNoted() throws {
    let graph = try graph(
      """
      <nodes><node id="a"><nodes><node id="b"/></nodes></node><node id="c"/></nodes>
      <edges><edge source="a" target="b" type="directed"/><edge source="c" target="a"/></edges>
      """)
    #expect(
      graph.note == "read 1 nested node as ordinary nodes; read 1 directed edge as undirected")
    let mixed = try GraphMLFormat().read(
      "<graphml><graph edgedefault='directed'><node id='a'/><node id='b'/><node id='c'/>"
        + "<edge source='a' target='b' directed='false'/><edge source='b' target='c' directed='true'/>"
        + "<edge source='a' target='c' directed='false'/></graph></graphml>", file: "f")
    #expect(mixed.isDirected && mixed.note == "read 2 undirected edges as directed")
  }
}

import ForceLabGraphFiles
import ForceLabGraphs
import ForceLabPlugins
import ForceLabTestSupport
import Testing

/// Attributes of nodes and edges.
@Suite struct AttributesTests {
  private let names = AttributeNames(nodes: ["Size"], edges: ["len"])

  /// One graph: nodes a, b, c of sizes 1, 2.5, −3; edges a–b, b–a, b–c of lengths 4, 5, 6.
  private static let files: [(any GraphFormat, String)] = [
    (
      .gml,
      """
      graph [ node [ id 1 label "a" Size 1 ] node [ Size 2.5 id 2 label "b" ]
      node [ id 3 label "c" Size -3 color "red" ] edge [ source 1 target 2 len 4 ]
      edge [ source 2 target 1 len 5 ] edge [ source 2 target 3 len 6 ] ]
      """
    ),
    (
      .json,
      """
      {"nodes": [{"id": "a", "Size": 1}, {"id": "b", "Size": "2.5"},
        {"id": "c", "Size": -3, "color": "red"}],
       "links": [{"source": "a", "target": "b", "len": 4}, {"source": "b", "target": "a", "len": 5},
        {"source": "b", "target": "c", "len": 6}]}
      """
    ),
    (
      .graphML,
      """
      <graphml><key id="s" for="node" attr.name="Size"><default>1</default></key>
      <key id="c" for="node" attr.name="color"/><key id="l" for="edge" attr.name="len"/><graph>
      <node id="a"/><node id="b"><data key="s"> 2.5 </data></node>
      <node id="c"><data key="c">red</data><data key="s">-3</data></node>
      <edge source="a" target="b"><data key="l">4</data></edge>
      <edge source="b" target="a"><data key="l">5</data></edge>
      <edge source="b" target="c"><data key="l">6</data></edge></graph></graphml>
      """
    ),
    (
      .gexf,
      """
      <gexf><graph><attributes class="node"><attribute id="0" title="Size" type="double">
      <default>1</default></attribute><attribute id="1" title="color" type="string"/></attributes>
      <attributes class="edge"><attribute id="0" title="len" type="integer"/></attributes>
      <nodes><node id="a"/><node id="b"><attvalues><attvalue for="0" value=" 2.5 "/></attvalues></node>
      <node id="c"><attvalues><attvalue for="1" value="red"/><attvalue for="0" value="-3"/></attvalues>
      </node></nodes><edges>
      <edge source="a" target="b"><attvalues><attvalue for="0" value="4"/></attvalues></edge>
      <edge source="b" target="a"><attvalues><attvalue for="0" value="5"/></attvalues></edge>
      <edge source="b" target="c"><attvalues><attvalue for="0" value="6"/></attvalues></edge>
      </edges></graph></gexf>
      """
    ),
  ]

  @Test func requestedAttributesAreRead() throws {
    for (format, text) in Self.files {
      let graph = try format.read(text, file: "f", names)
      #expect(graph.nodeValues("Size") == [1, 2.5, -3], "\(format)")
      // The second edge is a duplicate of the first.
      #expect(graph.edgeValues("len") == [4, 6], "\(format)")
      #expect(graph.nodeValueNames == ["Size", "degree"], "\(format)")
      #expect(graph.edgeValueNames == ["len"], "\(format)")
      #expect(graph.nodeValues("degree") == [1, 2, 1])
      #expect(graph.nodeValues("color") == nil && graph.edgeValues("weight") == nil)
    }
  }

  @Test func otherAttributesAreIgnored() throws {
    for (format, text) in Self.files {
      let graph = try format.read(text, file: "f")
      #expect(graph.nodeAttributes.values.isEmpty && graph.nodeAttributes.names.isEmpty)
      #expect(graph.edgeValues("len") == nil, "\(format)")
    }
  }

  /// Also for a layout that uses the weights.
  @Test func missingWeightsAreOne() throws {
    let json = """
      {"nodes": ["a", "b", "c"],
       "links": [{"source": "a", "target": "b", "weight": 5}, {"source": "b", "target": "c"}]}
      """
    let graph = try JSONFormat().read(json, file: "f", AttributeNames(edges: ["weight"]))
    #expect(graph.edgeValues("weight") == [5, 1])
  }

  @Test func edgeListsHaveAttributesInNamedColumns() throws {
    let text = "len,source,target,weight,note\n4,a,b,1,x\n5,b,c,2,y\n"
    let graph = try EdgeListFormat().read(text, file: "f", names)
    #expect(graph.edgeValues("len") == [4, 5] && graph.edgeValues("weight") == [1, 2])
    #expect(graph.edgeValueNames == ["len", "weight"])
    // A running layout may ask for an attribute that was only kept.
    let kept = try EdgeListFormat().read(text, file: "f", AttributeNames(keepsAll: true))
    #expect(kept.edgeValues("len") == [4, 5] && kept.edgeValues("note") == nil)
    // Nodes are read as numbers first, and then again as names.
    let numbered = try EdgeListFormat().read(
      "from to len\n1 2 0.5\n2 x 7\n", file: "f", names)
    #expect(numbered.edgeValues("len") == [0.5, 7])
  }

  @Test func weightsAreAnAttributeOfEdges() throws {
    let miserables = try MiserablesSource().graph()
    #expect(miserables.edgeValues("weight") == miserables.weights)
    #expect(miserables.edgeValueNames == ["weight"])
    let matrix = "%%MatrixMarket matrix coordinate real symmetric\n2 2 1\n2 1 0.25\n"
    #expect(
      try MatrixMarketFormat().read(matrix, file: "f", names).edgeValues("weight") == [0.25])
  }

  @Test func aNumberAsThePathOfAnEdgeIsOtherText() throws {
    var names = AttributeNames()
    names.readsRoutes = true
    let graph = try JSONFormat().read(
      """
      {"nodes": [{"id": "a"}, {"id": "b"}, {"id": "c"}],
       "links": [{"source": "a", "target": "b", "path": 3}, {"source": "b", "target": "c"}]}
      """, file: "f", names)
    #expect(graph.edgeAttributes["path"]?.values == ["3", nil])
  }

  /// networkx, pandas and R write NaN or NA for missing numbers.
  @Test func aMissingNumberIsNoValue() throws {
    let json = """
      {"nodes": [{"id": 0, "n": NaN, "t": "NaN"}, {"id": 1, "n": 2, "t": "x"}], "links": []}
      """
    let gml = "graph [ node [ id 0 n NAN t \"NaN\" ] node [ id 1 n 2 t \"x\" ] ]"
    let xml = """
      <graphml><key id="n" attr.name="n" attr.type="double"/><key id="t" attr.name="t"/><graph>
      <node id="0"><data key="n">NaN</data><data key="t">NaN</data></node>
      <node id="1"><data key="n">2</data><data key="t">x</data></node></graph></graphml>
      """
    let files: [(any GraphFormat, String)] = [(.json, json), (.gml, gml), (.graphML, xml)]
    for (format, text) in files {
      let graph = try format.read(text, file: "f", AttributeNames(keepsAll: true))
      #expect(graph.nodeAttributes["n"] == AttributeColumn("n", .number, [nil, "2"]))
      #expect(graph.nodeAttributes["t"] == AttributeColumn("t", .text, ["NaN", "x"]))
    }
    for gap in ["NA", "null"] {
      let table = "source,target,n,country\na,b,\(gap),\(gap)\nb,c,3,DE\n"
      let edges = try EdgeListFormat().read(table, file: "f", AttributeNames(keepsAll: true))
      #expect(edges.edgeAttributes["n"] == AttributeColumn("n", .number, [nil, "3"]))
      #expect(edges.edgeAttributes["country"]?.values == [gap, "DE"])
    }
  }

  /// Nodes of nested graphs end before the nodes that contain them.
  @Test func nestedNodesKeepTheirAttributes() throws {
    let graph = try GraphMLFormat().read(
      """
      <graphml><key id="Size" for="node"/><graph><node id="a"><graph><node id="b">
      <data key="Size">2</data></node></graph><data key="Size">1</data></node></graph></graphml>
      """, file: "f", names)
    #expect(graph.nodeValues("Size") == [1, 2])
  }

  @Test func invalidAttributesAreErrors() {
    #expect(throws: ParameterError("found 2 values of 'x' for 1 nodes; give one for each")) {
      try Graph(
        nodeCount: 1, sources: [], targets: [], nodeAttributes: Attributes(values: ["x": [1, 2]]))
    }
    #expect(throws: ParameterError("a value of 'x' is not finite")) {
      try Graph(
        nodeCount: 1, sources: [], targets: [],
        nodeAttributes: Attributes(values: ["x": [.infinity]]))
    }
  }
}

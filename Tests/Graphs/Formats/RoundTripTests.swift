import ForceLabGraphFiles
import ForceLabGraphs
import ForceLabPlugins
import ForceLabTestSupport
import Testing

/// One graph, written in every format, is read as the same graph.
@Suite struct RoundTripTests {
  /// METIS has the edges in another order; see `METISTests`.
  @Test(arguments: GraphFormats.all.filter { $0.name != "metis" })
  func everyFormatGivesTheSameGraph(format: any GraphFormat) throws {
    for original in [try MiserablesSource().graph(), try WattsStrogatzSource().graph()] {
      let read = try format.read(text(of: original, in: format), file: "f", base: base(format))
      #expect(read.nodeCount == original.nodeCount)
      #expect(edges(of: read) == edges(of: original))
      #expect(read.neighbors == original.neighbors)
      #expect(read.weights == original.weights)
      #expect(read.note == nil)
      if !["edge-list", "matrix-market"].contains(format.name) {
        #expect(read.labels == original.labels)
      }
    }
  }

  /// Formats differ in the names and cases that they know, and another column may have been stated.
  @Test func writtenFilesKeepWeightsAndGroups() throws {
    let all = AttributeNames(keepsAll: true)
    var options = EdgeListOptions()
    options.columns = TableColumns { ($0.source, $0.target, $0.weight) = ("a", "b", "calls") }
    let calls = "a,b,value,weight,calls\nx,y,5,6,2\ny,z,7,8,3\n"
    let gml = """
      graph [ node [ id 1 value 7 ] node [ id 2 value 9 ] edge [ source 1 target 2 value 4 ] ]
      """
    let json = """
      {"nodes": [{"id": "a", "Group": "g"}, "b"],
       "links": [{"source": "a", "target": "b", "Weight": 7}]}
      """
    for graph in [
      try EdgeListFormat().read(Array(calls.utf8), file: "f", all, options),
      try EdgeListFormat().read("Source,Target,Weight\nx,y,2\n", file: "f", all),
      try GMLFormat().read(gml, file: "f", all),
      try GMLFormat().read(gml.replacing("value 4", with: "weight \"4\""), file: "f", all),
      try EdgeListFormat().read("source,target,weight\na,b,+5\nb,c,7\n", file: "f", all),
      try EdgeListFormat().read("source,target,Weight\na,b,NA\nb,c,null\n", file: "f", all),
      try EdgeListFormat().read("source,target,weight\na,b,NA\nb,c,3\n", file: "f", all),
      try EdgeListFormat().read("source,target,weight,Value\na,b,heavy,3\n", file: "f", all),
      try JSONFormat().read(json, file: "f", all),
    ] {
      for format in GraphFormats.ofLayouts {
        let text = try format.text(of: LayoutTable(GraphSketch(graph), []))
        let read = try format.read(text, file: "f", all)
        #expect(read.weights == graph.weights && read.groups == graph.groups, "\(format.name)")
        let written = GraphSketch(read).edgeAttributes?.first { $0.name == "weight" }
        #expect((written?.kind == .number) == (graph.weights != nil), "\(format.name)")
      }
    }
  }

  @Test func attributesMayHaveTheNamesOfIDs() throws {
    let all = AttributeNames(keepsAll: true)
    let graphml = """
      <graphml><key id="s" for="edge" attr.name="source" attr.type="string"/>
      <key id="i" for="node" attr.name="id" attr.type="string"/>
      <key id="j" for="node" attr.name="id_" attr.type="string"/><graph>
      <node id="a"><data key="i">1st</data><data key="j">A1</data></node><node id="b"/>
      <edge source="a" target="b"><data key="s">wikipedia</data></edge></graph></graphml>
      """
    let graph = try GraphMLFormat().read(graphml, file: "f", all)
    for format in GraphFormats.ofLayouts {
      let text = try format.text(of: LayoutTable(GraphSketch(graph), []))
      let read = try format.read(text, file: "f", all)
      let end = format.name == "json" ? "_" : ""
      #expect(read.edgeAttributes["source" + end]?.values == ["wikipedia"], "\(format.name)")
      #expect(read.nodeAttributes["id" + end + end]?.values == ["1st", nil], "\(format.name)")
      #expect(read.nodeAttributes["id_"]?.values == ["A1", nil], "\(format.name)")
      #expect(read.ids == graph.ids, "\(format.name)")
    }
    // Where they are structure, edges may have ids, too.
    let gml = "graph [ node [ id 1 ] node [ id 2 ] edge [ id 7 source 1 target 2 ] ]"
    let read = try GMLFormat().read(gml, file: "f", all)
    #expect(read.edgeAttributes.columns.map(\.name) == ["id"])
    #expect(read.nodeAttributes.columns.isEmpty)
  }

  private func base(_ format: any GraphFormat) -> Int? { format is EdgeListFormat ? 0 : nil }

  private func text(of graph: Graph, in format: any GraphFormat) throws -> String {
    if let format = format as? any LayoutFormat {
      return try format.text(of: LayoutTable(GraphSketch(graph), []))
    }
    let links = (0..<graph.edgeCount).map { edge in
      (Int(graph.sources[edge]), Int(graph.targets[edge]), graph.weights?[edge])
    }
    switch format.name {
    case "edge-list":
      return links.map { "\($0.0) \($0.1) \($0.2.map { "\($0)" } ?? "")\n" }.joined()
    case "matrix-market":
      let kind = graph.weights == nil ? "pattern" : "real"
      return "%%MatrixMarket matrix coordinate \(kind) symmetric\n"
        + "\(graph.nodeCount) \(graph.nodeCount) \(graph.edgeCount)\n"
        + links.map { "\($0.0 + 1) \($0.1 + 1) \($0.2.map { "\($0)" } ?? "")\n" }.joined()
    default:
      let names = graph.labels ?? (0..<graph.nodeCount).map(String.init)
      return "graph [\n"
        + names.enumerated().map { "node [ id \($0) label \"\($1)\" ]\n" }.joined()
        + links.map { a, b, weight in
          "edge [ source \(a) target \(b) \(weight.map { "value \($0)" } ?? "") ]\n"
        }.joined() + "]\n"
    }
  }
}

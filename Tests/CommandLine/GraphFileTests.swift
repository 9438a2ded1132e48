import ForceLabGraphFiles
import ForceLabGraphs
import ForceLabTestSupport
import Foundation
import Testing

/// From a graph file to positions that join to it by id.
@Suite struct GraphFileTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private static let graphML = """
    <graphml><key id="l" for="node" attr.name="label" attr.type="string"/>
    <key id="p" for="node" attr.name="package" attr.type="string"/>
    <key id="n" for="node" attr.name="lines" attr.type="int"/>
    <key id="b" for="node" attr.name="open" attr.type="boolean"/>
    <key id="w" for="edge" attr.name="length" attr.type="double"/><graph>
    <node id="#1, &quot;a&quot;"><data key="l">same</data><data key="p">c&amp;&lt;d&gt;</data>
    <data key="n">3</data><data key="b">true</data></node>
    <node id=" b"><data key="l">same</data><data key="n">5</data></node>
    <node id="é"><data key="l">same</data><data key="p">ui</data><data key="n">7</data></node>
    <edge source="#1, &quot;a&quot;" target=" b"><data key="w">1.5</data></edge>
    <edge source=" b" target="é"><data key="w">2</data></edge></graph></graphml>
    """

  private static let ids = ["#1, \"a\"", " b", "é"]

  private func run(_ experiment: String = "") throws {
    try place.write(Self.graphML, to: "g.graphml")
    try place.write(
      "name: e\ngraph: {file: g.graphml}\nstop: {iterations: 5}\n" + experiment, to: "e.yaml")
    let ended = try place.forcelab("run", "e.yaml", "--out", "out")
    #expect(ended.status == 0, "\(ended.error)")
  }

  @Test func layoutsBeginWithTheIdsOfTheFile() throws {
    try run()
    let lines = try place.text(of: "out/layouts/1.csv").split(separator: "\n")
    #expect(lines[0] == "id,x,y" && lines.count == 4)
    #expect(lines[1].hasPrefix("\"#1, \"\"a\"\"\",") && lines[2].hasPrefix("\" b\","))
    let name = try #require(try place.names(in: "out/graphs").first)
    let sketch = try #require(
      GraphSketch(json: Data(try place.text(of: "out/graphs/\(name)").utf8)))
    #expect(sketch.ids == Self.ids)
    // A layout is a placement of the same graph, in any order of its rows.
    let turned = ([lines[0]] + lines.dropFirst().reversed()).joined(separator: "\n") + "\n"
    try place.write(turned, to: "start.csv")
    try place.write(
      "name: again\ngraph: {file: g.graphml}\nplacement: {file: {path: start.csv}}\nforces: []\nstop: {iterations: 1}\n",
      to: "again.yaml")
    #expect(try place.forcelab("run", "again.yaml", "--out", "again").status == 0)
    #expect(try place.text(of: "again/layouts/1.csv") == place.text(of: "out/layouts/1.csv"))
    // A shuffled graph keeps its ids.
    try place.write(
      "name: again\ngraph: {file: g.graphml}\nplacement: {file: {path: start.csv}}\nforces: []\n"
        + "stop: {iterations: 1}\nshuffle: true\nseed: 4\n", to: "shuffled.yaml")
    #expect(try place.forcelab("run", "shuffled.yaml", "--out", "shuffled").status == 0)
    #expect(try place.text(of: "shuffled/layouts/1.csv") == place.text(of: "out/layouts/1.csv"))
    // A layout of an earlier version has numbers for ids.
    try place.write("id,x,y\n0,1,2\n2,5,6\n1,3,4\n", to: "start.csv")
    #expect(try place.forcelab("run", "again.yaml", "--out", "third").status == 0)
    #expect(try place.text(of: "third/layouts/1.csv").hasSuffix("\" b\",3,4\né,5,6\n"))
    try place.write("id,x,y\né,1,2\nc,5,6\n b,3,4\n", to: "start.csv")
    let unknown = try place.forcelab("run", "again.yaml", "--out", "fourth")
    #expect(
      unknown.error.contains(
        "start.csv:3:1: error: unknown node 'c'; use the ids of the graph, or 0 to 2"))
  }

  @Test(arguments: ["graphml", "gexf", "json"])
  func graphFilesHaveAllAttributesAndPositions(format: String) throws {
    try run()
    let drawn = try place.forcelab("draw", "out", "1", "--out", "drawn.\(format)")
    #expect(drawn.status == 0 && drawn.output == "drawn.\(format)\n", "\(drawn.error)")
    let text = try place.text(of: "drawn.\(format)")
    let reader = try #require(GraphFormats.format(of: "drawn.\(format)"))
    let graph = try reader.read(text, file: "f", AttributeNames(keepsAll: true))
    #expect(graph.ids == NodeIDs(Self.ids) && graph.labels == ["same", "same", "same"])
    let nodes = graph.nodeAttributes
    #expect(nodes["package"] == AttributeColumn("package", .text, ["c&<d>", nil, "ui"]))
    #expect(nodes["lines"] == AttributeColumn("lines", .number, ["3", "5", "7"]))
    #expect(nodes["open"]?.kind == .boolean && nodes["open"]?.values == ["true", nil, nil])
    #expect(graph.edgeAttributes["length"] == AttributeColumn("length", .number, ["1.5", "2"]))
    let rows = try place.text(of: "out/layouts/1.csv").split(separator: "\n").dropFirst()
    for (axis, name) in ["y", "x"].enumerated() {
      let column = rows.map { Double($0.split(separator: ",").reversed()[axis]) }
      #expect(nodes[name]?.numbers.map { $0.map { Optional($0) } } == column)
    }
    // In the run folder, the journal records it.
    #expect(try place.forcelab("draw", "out", "1", "--format", format).status == 0)
    #expect(try place.forcelab("verify", "out").status == 0)
  }

  @Test func builtInGraphsHaveTheirWeightsAndGroups() throws {
    try place.write("name: k\ngraph: karate\nstop: {iterations: 1}\n", to: "k.yaml")
    #expect(try place.forcelab("run", "k.yaml", "--out", "k").status == 0)
    #expect(try place.forcelab("draw", "k", "1", "--out", "k.json").status == 0)
    let graph = try JSONFormat().read(try place.text(of: "k.json"), file: "f")
    let karate = try KarateSource().graph()
    #expect(graph.ids == nil && graph.groups == karate.groups)
    #expect(graph.weights == karate.weights && graph.sources == karate.sources)
  }

  @Test func textAttributesColorAndLabelNodes() throws {
    try run("view: {label: label, color: package}\n")
    #expect(try place.forcelab("draw", "out", "1").status == 0)
    let svg = try place.text(of: "out/layouts/1.svg")
    #expect(svg.contains(">package</text>") && svg.contains(">c&amp;&lt;d&gt;</text>"))
    #expect(svg.contains(">no value, 1 node</text>"))
    #expect(svg.components(separatedBy: "<title>same</title>").count == 4)
  }

  @Test func notesOnGraphsOfAnArchiveNameThem() throws {
    let made = try place.shell(
      "for i in $(seq 11 30); do printf '1 2\\n2 1\\n' > g$i.edges; done; tar czf all.tgz g*.edges"
    )
    #expect(made.status == 0, "\(made.error)")
    try place.write("name: e\ngraph: {corpus: all.tgz}\n", to: "e.yaml")
    let notes = try place.forcelab("plan", "e.yaml").error
    #expect(notes.contains("note: g11: dropped 1 duplicate edge\n"), "\(notes)")
    #expect(notes.contains("note: 11 more like these\n"), "\(notes)")
  }

  @Test func theMostFrequentValuesHaveColorsAndShapes() throws {
    let nodes = (0..<80).map { "\($0),v\($0 < 60 ? $0 % 30 : $0)" }
    try place.write("id,kind\n" + nodes.joined(separator: "\n") + "\n", to: "nodes.csv")
    try place.write((1..<80).map { "0 \($0)\n" }.joined(), to: "star.edges")
    try place.write(
      """
      name: star
      graph: {file: {path: star.edges, nodes: nodes.csv}}
      stop: {iterations: 1}
      view: {color: kind}
      record: {frames: 2}
      """, to: "e.yaml")
    let ended = try place.forcelab("run", "e.yaml", "--out", "out")
    #expect(ended.status == 0, "\(ended.error)")
    #expect(try place.forcelab("draw", "out", "1").status == 0)
    let svg = try place.text(of: "out/layouts/1.svg")
    // 50 values: 7 colors in 5 shapes for 35 of them.
    #expect(svg.contains(">15 more values, 15 nodes</text>"))
    let nodeLines = svg.split(separator: "\n").filter {
      $0.contains("<title>") && $0.contains("fill=")
    }
    #expect(nodeLines.count { $0.hasPrefix("<circle") } == 14 + 15)
    #expect(nodeLines.count { $0.hasPrefix("<path") } == 80 - 29)
    #expect(try place.text(of: "out/report.html").contains("\"shapes\":[\"circle\""))
  }
}

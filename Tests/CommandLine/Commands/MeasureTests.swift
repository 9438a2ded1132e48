import ForceLabTestSupport
import Foundation
import SwiftCSV
import Testing

/// `forcelab measure`: finished drawings in, a table of measures out.
@Suite struct MeasureTests {
  private let place: Workplace

  /// A square with one diagonal, with sides of 2.
  private static let drawings = [
    "a.graphml": """
    <graphml><key id="x" for="node" attr.name="x" attr.type="double"/>
    <key id="y" for="node" attr.name="y" attr.type="double"/><graph edgedefault="undirected">
    <node id="a"><data key="x">0</data><data key="y">0</data></node>
    <node id="b"><data key="x">2</data><data key="y">0</data></node>
    <node id="c"><data key="x">2</data><data key="y">2</data></node>
    <node id="d"><data key="x">0</data><data key="y">2</data></node>
    <edge source="a" target="b"/><edge source="b" target="c"/><edge source="c" target="d"/>
    <edge source="d" target="a"/><edge source="a" target="c"/></graph></graphml>
    """,
    "a.gexf": """
    <gexf xmlns:viz="http://www.gexf.net/1.2draft/viz"><graph><nodes>
    <node id="a"><viz:position x="0" y="0" z="0"/></node>
    <node id="b"><viz:position x="2" y="0" z="0"/></node>
    <node id="c"><viz:position x="2" y="2" z="0"/></node>
    <node id="d"><viz:position x="0" y="2" z="0"/></node></nodes><edges>
    <edge source="a" target="b"/><edge source="b" target="c"/><edge source="c" target="d"/>
    <edge source="d" target="a"/><edge source="a" target="c"/></edges></graph></gexf>
    """,
    "a.gml": """
    graph [
      node [ id 0 graphics [ x 0 y 0 w 9 fill "#ff0000" ] ]
      node [ id 1 graphics [ x 2.0 y 0 w 9 ] ]
      node [ id 2 graphics [ w 9 center [ x 7 ] x 2 y 2 ] ]
      node [ id 3 graphics [ x 0 y 2 ] ]
      edge [ source 0 target 1 graphics [ x 5 ] ] edge [ source 1 target 2 ]
      edge [ source 2 target 3 ] edge [ source 3 target 0 ] edge [ source 0 target 2 ]
    ]
    """,
    "a.dot": """
    graph { a [pos="0,0"]; b [pos="2,0!"]; c [pos="2,2"]; d [pos="0,2"]; a -- b -- c -- d -- a -- c }
    """,
    "a.json": """
    {"nodes": [{"id": "a", "x": 0, "y": 0}, {"id": "b", "x": 2, "y": 0}, {"id": "c", "x": 2, "y": 2},
    {"id": "d", "x": 0, "y": 2}], "links": [{"source": "a", "target": "b"},
    {"source": "b", "target": "c"}, {"source": "c", "target": "d"}, {"source": "d", "target": "a"},
    {"source": "a", "target": "c"}]}
    """,
  ]

  init() throws {
    place = try Workplace()
    for (name, text) in Self.drawings { try place.write(text, to: name) }
    try place.write("a b\nb c\nc d\nd a\na c\n", to: "a.edges")
    try place.write("id,x,y\na,0,0\nb,2,0\nc,2,2\nd,0,2\n", to: "square.csv")
    try place.write("id,x,y\na,0,0\nb,2,2\nc,2,0\nd,0,2\n", to: "crossed.csv")
  }

  private func rows(_ arguments: String...) throws -> [[String: String]] {
    let ending = try place.forcelab(["measure"] + arguments + ["--format", "csv"])
    #expect(ending.status == 0 && ending.error == "", "\(ending.error)")
    return try CSV<Named>(string: ending.output).rows
  }

  @Test(arguments: Array(drawings.keys) + ["a.edges --positions square.csv"])
  func everyFormatGivesTheSame(drawing: String) throws {
    let words = drawing.split(separator: " ").map(String.init)
    let ending = try place.forcelab(
      ["measure"] + words + [
        "--format", "csv", "--metrics", "edge-crossings,edge-orthogonality,gabriel-ratio",
      ])
    #expect(ending.status == 0 && ending.error == "", "\(ending.error)")
    #expect(ending.outputLines[1].hasSuffix(",4,5,0,,0.8,1"), "\(ending.output)")
  }

  /// Six nodes, and edges with up to two bends.
  private static let bentDrawing = """
    {"nodes": [{"id": 0, "x": 39, "y": 16}, {"id": 1, "x": 22, "y": 33}, {"id": 2, "x": 1, "y": 29},
    {"id": 3, "x": 15, "y": 3}, {"id": 4, "x": 10, "y": 7}, {"id": 5, "x": 23, "y": 30}],
    "links": [{"source": 0, "target": 2, "path": "M39,16 1,29"},
    {"source": 0, "target": 4, "path": "M39,16 34,6 10,7"},
    {"source": 1, "target": 5, "path": "M22,33 15,0 13,26 23,30"},
    {"source": 1, "target": 4, "path": "M22,33 11,24 10,7"},
    {"source": 2, "target": 5, "path": "M1,29 23,30"},
    {"source": 2, "target": 4, "path": "M1,29 10,7"},
    {"source": 3, "target": 5, "path": "M15,3 23,30"},
    {"source": 3, "target": 4, "path": "M15,3 39,28 8,8 10,7"}]}
    """

  /// The values of geg-metrics 0.2.4, without its limit on the angle of crossings.
  private static let bentMeasures = [
    "edge-crossings": 21, "crossing-angle": 0.3639274215483317,
    "edge-orthogonality": 0.6152820907389551, "edge-length-deviation": 0.7201450925014259,
    "angular-resolution": 0.24133723157559384,
    "{node-edge-occlusion: {radius: 0}}": 0.05538852739244282,
  ]

  /// The bends of the same drawing as other programs write them.
  private static func bentDrawings() throws -> [String: String] {
    let drawing = try #require(
      try JSONSerialization.jsonObject(with: Data(bentDrawing.utf8)) as? [String: [[String: Any]]])
    let places = try #require(drawing["nodes"]).map { [$0["x"], $0["y"]].map { $0 as? Int ?? 0 } }
    var (gml, nodes, edges, dot) = ("graph [\n", "", "", "graph {\n")
    for (node, place) in places.enumerated() {
      gml += "node [ id \(node) graphics [ x \(place[0]) y \(place[1]) ] ]\n"
      nodes +=
        "<node id=\"\(node)\"><data key=\"d\"><y:ShapeNode><y:Geometry height=\"6\" width=\"10\" "
        + "x=\"\(place[0] - 5)\" y=\"\(place[1] - 3)\"/></y:ShapeNode></data></node>\n"
      dot += "\(node) [pos=\"\(place[0]),\(place[1])\"]\n"
    }
    for edge in try #require(drawing["links"]) {
      let (source, target) = (edge["source"] as? Int ?? 0, edge["target"] as? Int ?? 0)
      let points = (edge["path"] as? String ?? "").dropFirst().split(separator: " ").map {
        $0.split(separator: ",")
      }
      let list = points.map { "point [ x \($0[0]) y \($0[1]) ]" }.joined(separator: " ")
      gml +=
        "edge [ source \(source) target \(target) graphics [ type \"line\" Line [ \(list) ] ] ]\n"
      let bends = points.dropFirst().dropLast().map { "<y:Point x=\"\($0[0])\" y=\"\($0[1])\"/>" }
      edges +=
        "<edge source=\"\(source)\" target=\"\(target)\"><data key=\"e\"><y:PolyLineEdge>"
        + "<y:Path sx=\"0\" sy=\"0\" tx=\"0\" ty=\"0\">\(bends.joined())</y:Path></y:PolyLineEdge></data></edge>\n"
      // A straight piece is a curve with its control points at its ends.
      let texts = points.map { "\($0[0]),\($0[1])" }
      let spline = zip(texts, texts.dropFirst()).map { "\($0) \($1) \($1)" }.joined(separator: " ")
      dot += "\(source) -- \(target) [pos=\"\(texts[0]) \(spline)\"]\n"
    }
    func graphML(_ items: String) -> String {
      """
      <graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:y="http://www.yworks.com/xml/graphml">
      <key id="d" for="node" yfiles.type="nodegraphics"/><key id="e" for="edge" yfiles.type="edgegraphics"/>
      <graph edgedefault="undirected">\(items)</graph></graphml>
      """
    }
    return [
      "bent.json": bentDrawing, "bent.gml": gml + "]", "bent.dot": dot + "}",
      "bent.graphml": graphML(nodes + edges), "edges-first.graphml": graphML(edges + nodes),
    ]
  }

  /// In DOT, y points upwards: of a drawing by `dot`, the first node is at the top.
  @Test func dotHasYUpwards() throws {
    try place.write(
      """
      digraph { a [pos="27,162"]; b [pos="27,90.5"]; c [pos="27,-18"]; a -> b [pos="e,27,108.1 27,143.83 27,136 27,127 27,118"]; b -> c }
      """, to: "ranks.dot")
    let row = try #require(try rows("ranks.dot", "--metrics", "upward-flow").first)
    #expect(row["upward_flow"] == "0")
    try place.write("id,x,y\na,27,-162\nb,27,-90.5\nc,27,18\n", to: "ranks.csv")
    let ending = try place.forcelab(
      "layout", "ranks.dot", "--preset", "d3", "--set", "placement={file: {path: ranks.csv}}",
      "--set", "stop={iterations: 0}", "-o", "out.dot")
    #expect(ending.status == 0, "\(ending.error)")
    #expect(try place.text(of: "out.dot").contains("pos=\"27,162\""))
    #expect(try place.text(of: "out.dot").contains("pos=\"27,-18\""))
  }

  @Test func bentEdgesOfEveryFormatAreMeasuredAlongTheirLines() throws {
    for (name, text) in try Self.bentDrawings() {
      try place.write(text, to: name)
      for (metric, expected) in Self.bentMeasures {
        let row = try #require(try rows(name, "--metrics", metric).first)
        let column = String(metric.split { "{}: ".contains($0) }[0]).replacing("-", with: "_")
        let value = try #require(row[column].flatMap { Double($0) }, "\(name): \(metric)")
        #expect(abs(value - expected) < 1e-12, "\(name): \(metric) is \(value)")
      }
    }
    // Another table of positions has straight edges, and so has a layout.
    try place.write("id,x,y\n0,0,0\n1,9,0\n2,9,9\n3,0,9\n4,5,20\n5,5,-20\n", to: "others.csv")
    let straight = Self.bentDrawing.replacing(/, "path": "[^"]*"/, with: "")
    try place.write(straight, to: "straight.json")
    let values = try ["bent.json", "straight.json"].map { graph in
      try rows(graph, "--positions", "others.csv", "--metrics", "edge-crossings,edge-length-cv")
    }
    #expect(straight.count < Self.bentDrawing.count - 100 && values[0] == values[1])
    for format in ["json", "graphml", "dot"] {
      let ending = try place.forcelab(
        "layout", "bent.json", "--time", "20ms", "-o", "layout.\(format)")
      #expect(ending.status == 0)
      #expect(try !place.text(of: "layout.\(format)").contains("path"))
    }
  }

  @Test func aCurveWithAMistakeIsRefusedWhereItStands() throws {
    try place.write(
      Self.bentDrawing.replacingOccurrences(of: "M39,16 1,29", with: "M39,16 C1,29"),
      to: "wrong.json")
    let ending = try place.forcelab("measure", "wrong.json")
    #expect(ending.status != 0)
    #expect(ending.error.hasPrefix("wrong.json:3:"), "\(ending.error)")
    #expect(ending.error.contains("expected 6 finite numbers after 'C'"))
    try place.write(
      Self.bentDrawing.replacingOccurrences(of: "M39,16 1,29", with: "/usr/lib"), to: "other.json")
    #expect(try rows("other.json", "--metrics", "edge-crossings").count == 1)
  }

  @Test func tablesOfPositionsAreDrawingsOfOneGraph() throws {
    let rows = try rows(
      "a.edges", "--positions", "square.csv", "--positions", "crossed.csv", "--metrics",
      "edge-crossings,{node-overlaps: {radius: 1.5}}")
    #expect(rows.map { $0["drawing"] } == ["square.csv", "crossed.csv"])
    #expect(rows.map { $0["edge_crossings"] } == ["0", "1"])
    #expect(rows.map { $0["node_overlaps"] } == ["6", "6"])
  }

  @Test func allFormatsHaveTheMeasuresOfPapers() throws {
    for format in ["text", "markdown", "latex", "json", "csv"] {
      let ending = try place.forcelab("measure", "a.dot", "a.gml", "--format", format)
      #expect(ending.status == 0 && ending.error == "")
      #expect(ending.output.lowercased().contains("stress") && ending.output.contains("a.gml"))
    }
  }

  /// A mesh of 10 × 10 as it is drawn by hand, and in a random order.
  @Test func percentilesTellGoodDrawingsFromBadOnes() throws {
    let nodes = (0..<100).map { "\($0),\($0 % 10),\($0 / 10)" }
    let shuffled = (0..<100).map { "\($0 * 37 % 100),\($0 % 10),\($0 / 10)" }
    var edges: [String] = []
    for node in 0..<100 {
      if node % 10 < 9 { edges.append("\(node) \(node + 1)") }
      if node < 90 { edges.append("\(node) \(node + 10)") }
    }
    try place.write(edges.joined(separator: "\n") + "\n", to: "mesh.edges")
    try place.write((["id,x,y"] + nodes).joined(separator: "\n") + "\n", to: "good.csv")
    try place.write((["id,x,y"] + shuffled).joined(separator: "\n") + "\n", to: "bad.csv")
    let rows = try rows(
      "mesh.edges", "--positions", "good.csv", "--positions", "bad.csv", "--metrics",
      "stress,edge-crossings,neighborhood-preservation,raw-stress")
    for measure in ["stress", "edge_crossings", "neighborhood_preservation"] {
      let parts = rows.map { Double($0["\(measure)_percentile"] ?? "") ?? .nan }
      #expect(parts[0] > 75 && parts[1] < 5, "\(measure): \(parts)")
    }
    #expect(rows[0]["raw_stress_percentile"] == nil)
    let text = try place.forcelab(
      "measure", "mesh.edges", "--positions", "good.csv", "--metrics", "stress,raw-stress")
    #expect(text.output.hasPrefix("good.csv: 100 nodes, 180 edges\n\nmeasure"))
    #expect(text.output.contains(" %\n") && text.output.contains("better than"))
    // The layouts were measured with the default parameters.
    let other = try place.forcelab(
      "measure", "mesh.edges", "--positions", "good.csv", "--metrics", "{trustworthiness: 1}")
    #expect(other.status == 0 && !other.output.contains("better than"), "\(other.output)")
    let mean = try place.forcelab(
      "measure", "mesh.edges", "--positions", "good.csv", "--metrics", "{angular-resolution: mean}")
    #expect(mean.output.contains("better than"), "\(mean.output)")
    // Nothing is similar to a square.
    let few = try place.forcelab("measure", "a.dot", "--metrics", "stress")
    #expect(few.status == 0 && !few.output.contains("better than"))
    #expect(few.error.hasPrefix("note: no reference graphs have similar nodes and mean degree"))
    #expect(text.error == "", "\(text.error)")
  }

  @Test func whatCannotBeMeasuredIsANote() throws {
    try place.write("id,x,y,z\na,0,0,0\nb,1,0,1\nc,1,1,0\nd,2,2,2\n", to: "solid.csv")
    let ending = try place.forcelab(
      "measure", "a.edges", "--positions", "solid.csv", "--metrics", "edge-crossings,stress")
    #expect(ending.status == 0)
    #expect(
      ending.error.hasSuffix("note: solid.csv: no edge-crossings: it is measured in 2D only\n"))
  }

  @Test(arguments: [
    (["a.edges"], "a.edges: error: the nodes have no positions; give them the attributes x and y"),
    (
      ["a.xyz"], "a.xyz: error: unknown file extension; use that of its format: edge-list (.edges"
    ),
    (["folder"], "folder: error: this is a folder; name a graph file"),
    (["none.dot"], "none.dot: error: cannot read the file 'none.dot'"),
    (["a.dot", "--metrics", "stres"], "--metrics:1:1: error: unknown metric 'stres'"),
    (["a.dot", "--metrics", "a: b: c"], "--metrics:1:5: error: unexpected text; separate metrics"),
    (["a.dot", "--metrics", "stress]"], "--metrics:1:8: error: unexpected text; separate metrics"),
    (["a.dot", "--metrics", "[stress"], "--metrics:1:1: error: this list is not closed"),
    (["a.dot", "--metrics", ""], "--metrics: error: no metric; name some, such as stress"),
    (
      ["a.dot", "--metrics", "{node-overlaps: 3},{node-overlaps: 30}"],
      "--metrics:1:20: error: 'node-overlaps' measures node_overlaps, too; remove one of them"
    ),
    (["a.dot", "--metrics", "stability"], "'stability' needs more than a drawing"),
    (
      ["a.dot", "--metrics", "{stress: {distance: w}}"],
      "a.dot: error: metric 'stress': the graph has no numeric edge attribute 'w'"
    ),
    (["a.dot", "a.gml", "--positions", "square.csv"], "--positions are those of one graph"),
    (["a.edges", "--positions", "a.edges"], "a.edges:1:1: error: no column 'id'"),
    (["half.gml"], "half.gml:1:19: error: this node has no attribute x, but others have one"),
  ])
  func errors(arguments: [String], message: String) throws {
    try place.write("", to: "folder/file")
    try place.write("graph [ node [ id 0 ]  node [ id 1 graphics [ x 0 y 0 ] ] ]", to: "half.gml")
    let ending = try place.forcelab(["measure"] + arguments)
    #expect(ending.status == 2 && ending.output == "")
    #expect(ending.error.contains(message), "\(ending.error)")
  }
}

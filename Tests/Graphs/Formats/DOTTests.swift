import ForceLabGraphFiles
import ForceLabGraphs
import ForceLabTestSupport
import Testing

@Suite struct DOTTests {
  private func read(_ text: String, _ names: AttributeNames = AttributeNames()) throws -> Graph {
    try DOTFormat().read(text, file: "f", names)
  }

  @Test func readsChainsSubgraphsAndPorts() throws {
    let graph = try read(
      "strict digraph g { rank=same; a:p:n -> b -> {c d}; subgraph { e; f } -- {a, c} }")
    #expect(graph.labels == ["a", "b", "c", "d", "e", "f"])
    #expect(
      edges(of: graph)
        == [[0, 1], [1, 2], [1, 3], [4, 0], [4, 2], [5, 0], [5, 2]].map { $0 })
  }

  @Test func listsOfNodesShareEdgesAndAttributes() throws {
    let graph = try read(
      "graph { a, b:p -- c, d [weight=3]; e, a [color=red] }", AttributeNames(keepsAll: true))
    #expect(graph.labels == ["a", "b", "c", "d", "e"])
    #expect(edges(of: graph) == [[0, 2], [0, 3], [1, 2], [1, 3]])
    #expect(graph.weights == [3, 3, 3, 3])
    #expect(graph.nodeAttributes["color"]?.values == ["red", nil, nil, nil, "red"])
  }

  /// But not within another subgraph.
  @Test func aSubgraphOfTheSameNameIsTheSame() throws {
    let graph = try read(
      """
      graph { subgraph s { a {b} } x -- subgraph s {}; subgraph s { c } -- y
        subgraph t { subgraph s { d } -- z } }
      """)
    #expect(graph.labels == ["a", "b", "x", "c", "y", "d", "z"])
    #expect(edges(of: graph) == [[2, 0], [2, 1], [0, 4], [1, 4], [3, 4], [5, 6]])
  }

  @Test(arguments: [("digraph", "->", 9.0, true), ("graph", "--", 4, false)])
  func aRepeatedEdgeOfAStrictGraphIsTheSame(
    kind: String, edge: String, weight: Double, hasNote: Bool
  ) throws {
    let text =
      "strict \(kind) { a -- b [weight=1 label=x]; b -- c [weight=2]; a -- b [weight=9]; "
      + "edge [weight=5]; a -- b; b -- a [weight=4] }"
    let graph = try read(text.replacing("--", with: edge), AttributeNames(keepsAll: true))
    #expect(graph.weights == [weight, 2] && graph.edgeAttributes["label"]?.values == ["x", nil])
    #expect(graph.note == (hasNote ? "dropped 1 duplicate edge" : nil))
  }

  @Test func statementsSetAttributesAndDefaults() throws {
    let names = AttributeNames(nodes: ["size", "x", "y"], words: ["color"])
    let graph = try read(
      """
      graph { node [size=1, pos="0,0"]; edge [weight=2]
        a -- b; subgraph { node [size="3" color=red] c }
        A [label="x\\"y" + "\\nz"]; b -- c [weight=5]; a [size=4; pos="1.5,-2!"] c [label="\\N"] }
      """, names)
    #expect(graph.nodeValues("size") == [4, 1, 3, 1])
    #expect(graph.nodeValues("x") == [1.5, 0, 0, 0] && graph.nodeValues("y") == [2, 0, 0, 0])
    #expect(graph.labels == ["a", "b", "c", "x\"y\nz"] && graph.weights == [2, 5])
  }

  /// Elsewhere, only two backslashes are one.
  @Test func labelsAloneHaveEscapes() throws {
    let graph = try read(
      #"""
      digraph "g" { node [label="\\N \N\l\G"]; "src\lib.h" -> "src\rib.h" [label="\T|\H|\E"]
        edge [file="C:\new\\x"]; "src\lib.h" -> "two\\n" -> html; html [label=<<b>\N</b>\n\\N>]
        "two\\n" [label="\\N"] }
      """#, AttributeNames(keepsAll: true))
    let ids = [#"src\lib.h"#, #"src\rib.h"#, #"two\n"#, "html"]
    #expect(graph.ids?.texts == ids)
    #expect(
      graph.labels == ["\\N src\\lib.h\ng", "\\N src\\rib.h\ng", "\\N", #"<b>html</b>\n\\N"#])
    let edge = #"src\lib.h|src\rib.h|src\lib.h->src\rib.h"#
    #expect(graph.edgeAttributes["label"]?.values == [edge, nil, nil])
    #expect(graph.edgeAttributes["file"]?.values == [nil, #"C:\new\x"#, #"C:\new\x"#])
  }

  @Test func idsAndLabelsAreReadAsTheyWereWritten() throws {
    let ids = [#"a\n"#, "b\\\\\nc", #"\"#, "d\"\u{301}\\\r"]
    let labels = ["\\N\n\\G", "\\\\n", "\"", "\\\""]
    let text = LayoutTable(
      GraphSketch(
        try Graph(nodeCount: 4, sources: [], targets: [], labels: labels, ids: NodeIDs(ids))),
      [])
    let again = try read(DOTFormat().text(of: text))
    #expect(again.ids?.texts == ids && again.labels == labels)
  }

  @Test func defaultsAreTakenBack() throws {
    let graph = try read(
      """
      graph { edge [weight=2]; node [label="" color=red]; a -- b
        edge [weight=""]; node [label="\\N" color=""]; c -- d [weight=3]; a -- c }
      """, AttributeNames(keepsAll: true))
    #expect(graph.labels == ["", "", "c", "d"] && graph.weights == [2, 3, 1])
    #expect(graph.nodeAttributes["color"]?.values == ["red", "red", nil, nil])
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func aBackslashContinuesALine(end: String) throws {
    var names = AttributeNames()
    names.readsRoutes = true
    let text = "graph { \"a\\\(end)b\" -- c [pos=\"0,0 1,2 \\\(end)3,2 4,0\"] }"
    let graph = try read(text, names)
    #expect(graph.labels == ["ab", "c"])
    #expect(graph.edgeAttributes["path"]?.values == ["M 0,0 C 1,-2 3,-2 4,0"])
  }

  /// What subgraphs and lists multiply is bounded, and how deep they are nested.
  @Test func smallFilesMakeNoLargeGraphs() throws {
    let nodes = (0..<2000).map { "n\($0)" }.joined(separator: " ")
    #expect(
      problem(.dot, "graph { {\(nodes)} -- {\(nodes)} }")
        == "f:1:9: error: more than 1000000 edges between subgraphs or lists; write them one by one"
    )
    let list = nodes.replacing(" ", with: ",")
    #expect(
      problem(.dot, "graph { \(list) [\(list)] }")
        == "f:1:9: error: more than 1000000 attributes of nodes in lists; use 'node [...]'")
    let levels = (String(repeating: "{", count: 99), String(repeating: "}", count: 99))
    let many = (0..<12_000).map { "n\($0)" }.joined(separator: " ")
    #expect(
      problem(.dot, "graph { \(levels.0)\(many)\(levels.1) }")?
        .contains("more than 1000000 nodes in nested subgraphs; use fewer levels") == true)
    let escapes = String(repeating: "\\G", count: 4000)
    #expect(
      problem(.dot, "graph \(nodes.replacing(" ", with: "_")) { a; b [label=\"\(escapes)\"] }")
        == "f:1:10902: error: more than 10000000 bytes of texts with escapes; use shorter names, or "
        + "escapes such as '\\G' in fewer labels")
    let deep = String(repeating: "{", count: 100_000)
    #expect(problem(.dot, "graph \(deep)")?.contains("nested deeper than 100") == true)
  }
}

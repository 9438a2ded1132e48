import ForceLabTestSupport
import Testing

/// Directions of edges, from graph files to graph files and pictures.
@Suite struct DirectionTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private func layout(_ file: String, to out: String) throws -> String {
    let ending = try place.forcelab("layout", file, "-o", out)
    try #require(ending.status == 0, "\(ending.error)")
    return try place.text(of: out)
  }

  @Test(arguments: ["dot", "graphml", "gexf", "json"])
  func directedGraphsStayDirected(format: String) throws {
    try place.write("digraph { b -> a; c -> a; a -> d }", to: "graph.dot")
    _ = try layout("graph.dot", to: "first.\(format)")
    let text = try layout("first.\(format)", to: "second.dot")
    #expect(text.hasPrefix("digraph {"))
    for edge in ["\"b\" -> \"a\"", "\"c\" -> \"a\"", "\"a\" -> \"d\""] {
      #expect(text.contains(edge))
    }
    try place.write("graph { b -- a; c -- a }", to: "undirected.dot")
    _ = try layout("undirected.dot", to: "plain.\(format)")
    #expect(try layout("plain.\(format)", to: "third.dot").hasPrefix("graph {"))
  }

  @Test func gmlTellsDirections() throws {
    let rest = "node [ id 1 ] node [ id 2 ] edge [ source 2 target 1 ] ]"
    try place.write("graph [ directed 1 \(rest)", to: "a.gml")
    try place.write("graph [ directed 0 \(rest)", to: "b.gml")
    #expect(try layout("a.gml", to: "a.dot").contains("\"2\" -> \"1\""))
    #expect(try layout("b.gml", to: "b.dot").contains("\"2\" -- \"1\""))
  }

  @Test func picturesHaveAnArrowForEachEdge() throws {
    try place.write("digraph { b -> a; c -> a; a -> d }", to: "graph.dot")
    let head = "stroke=\"none\" d=\"M"
    let picture = try layout("graph.dot", to: "graph.svg")
    let heads = picture.split(separator: "\n").filter { $0.contains(head) }
    #expect(heads.count == 1 && heads[0].count { $0 == "Z" } == 3, "\(heads)")
    try place.write("graph { b -- a; c -- a; a -- d }", to: "plain.dot")
    #expect(!(try layout("plain.dot", to: "plain.svg")).contains(head))
  }

  @Test func arrowsMoveWithTheirEdges() throws {
    try place.write("digraph { b -> a; c -> a; a -> d }", to: "graph.dot")
    let rest = "graph: {file: graph.dot}\nstop: {iterations: 20}\nrecord: {frames: 5}\n"
    try place.write("name: moving\n" + rest, to: "moving.yaml")
    #expect(try place.forcelab("run", "moving.yaml", "--out", "out").status == 0)
    #expect(try place.forcelab("draw", "out", "1", "--animate").status == 0)
    let text = try place.text(of: "out/layouts/1.animated.svg")
    #expect(text.contains(/stroke="none" d="[^"]+"><animate attributeName="d"/))
  }
}

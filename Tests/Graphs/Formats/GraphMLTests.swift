import ForceLabGraphFiles
import ForceLabGraphs
import ForceLabTestSupport
import Testing

@Suite struct GraphMLTests {
  private func read(_ body: String) throws -> Graph {
    try GraphMLFormat().read("<graphml>" + body + "</graphml>", file: "f")
  }

  @Test func readsNodesEdgesAndTheirData() throws {
    let graph = try GraphMLFormat().read(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <graphml xmlns="http://graphml.graphdrawing.org/xmlns">
        <key id="d0" for="node" attr.name="label" attr.type="string"/>
        <key id="d1" for="edge" attr.name="weight" attr.type="double"><default>2.5</default></key>
        <key id="d2" for="node" attr.name="group" attr.type="string"><default>none</default></key>
        <graph edgedefault="undirected">
          <data key="d0">not a node</data>
          <node id="a"><data key="d0"> Éponine &amp; <![CDATA[<Co>]]> </data></node>
          <edge source="a" target="b"><data key="d1">7</data></edge>
          <node id="b"><data key="d2">😀</data><port name="p"><data key="d0">port</data></port></node>
          <node id="c"><graph><node id="c::1"/><data key="d0">inner</data></graph></node>
          <edge source="c::1" target="a"/>
        </graph>
      </graphml>
      """, file: "f")
    #expect(graph.labels == ["Éponine & <Co>", "b", "c", "c::1"])
    #expect(graph.groups == ["none", "😀", "none", "none"])
    #expect(edges(of: graph) == [[0, 1], [3, 0]])
    #expect(graph.weights == [7, 2.5])
  }

  @Test func needsNoKeys() throws {
    let graph = try read("<graph><node id='0'/><node id='1'/><edge source='0' target='1'/></graph>")
    #expect(graph.labels == nil && graph.weights == nil && graph.groups == nil)
    #expect(graph.edgeCount == 1)
  }

  @Test func ignoresUndeclaredPrefixes() throws {
    let graph = try read("<graph><node id='a'><data key='k'><y:X>t</y:X></data></node></graph>")
    #expect(graph.labels == ["a"])
  }

  /// In a debug build, a tenth of a megabyte.
  @Test func readsMoreThanTenMegabytes() throws {
    let count = isOptimized ? 12_000 : 120
    let text = String(repeating: "x", count: 1000)
    let nodes = (0..<count).map { "<node id='\($0)'><data key='k'>\(text)</data></node>\n" }
    let graph = try read("<graph>" + nodes.joined() + "</graph>")
    #expect(graph.nodeCount == count)
  }

  @Test(arguments: [
    ("<graph><node id='a'/>\n <node id='a'/></graph>", "f:2:2: error: another node has the id"),
    ("<graph>\n<node/></graph>", "f:2:1: error: this <node> has no 'id'"),
    ("<graph>\n <edge target='a'/></graph>", "f:2:2: error: this <edge> has no 'source'"),
    (
      "<graph><node id='é'/>\n <edge source='é' target='b'/></graph>",
      "f:2:2: error: unknown node 'b' at an end of this edge"
    ),
    ("<graph>\n<hyperedge/></graph>", "f:2:1: error: hyperedges are not supported"),
    ("<graph/>\n<graph/>", "f:2:1: error: unexpected second graph"),
    (
      "<key id='w' attr.name='weight'/><graph><node id='a'/>\n"
        + "<edge source='a' target='a'><data key='w'>inf</data></edge></graph>",
      "f:2:1: error: a weight must be a finite number, found 'inf'"
    ),
    ("<graph></graph>", "f:1:35: error: no nodes found"),
    ("", "f:1:20: error: no graph found"),
    ("<graph>\n<node id='a'></graph>", "f:2:22: error: the closing tag does not match"),
    ("<graph>\n<node id=a/></graph>", "f:2:10: error: an attribute value must be in quotes"),
    ("<!DOCTYPE x [\n<!ENTITY a 'b'>]>", "f:2:1: error: entity declarations are not supported"),
    (
      "<!DOCTYPE x [\n <!ATTLIST a b CDATA #IMPLIED>]>",
      "f:2:2: error: <!ATTLIST is not supported"
    ),
    ("<!DOCTYPE x [\n<!NOTATION n SYSTEM 'p'>]>", "f:2:1: error: <!NOTATION is not supported"),
    (
      "\n é<?x?><graph/>",
      "f:2:3: error: processing instructions without content are not supported; remove <?x?>"
    ),
    ("<graph>&nosuch;</graph>", "f:1:25: error: malformed XML (libxml2 error 26)"),
  ])
  func reportsErrors(body: String, expected: String) {
    expectProblem(.graphML, "<graphml>" + body + "</graphml>", expected)
  }

  @Test func ignoresProcessingInstructions() throws {
    let graph = try read("<?x y?><?x ?><graph><node id='a'><?style a?></node></graph>")
    #expect(graph.labels == ["a"])
    #expect(problem(.graphML, "<graphml><??></graphml>")?.hasPrefix("f:1:") ?? false)
    #expect(problem(.graphML, "<?xml?><graphml/>")?.hasPrefix("f:1:1: error: processing") ?? false)
  }

  @Test(arguments: ["UTF-8", "utf-8", "US-ASCII", "ISO-8859-1", "windows-1252"])
  func takesEncodingsThatExtendASCII(name: String) throws {
    let graph = try GraphMLFormat().read(
      "<?xml version='1.0' encoding = '\(name)'?><graphml><graph><node id='a'/></graph></graphml>",
      file: "f")
    #expect(graph.labels == ["a"])
  }

  /// Markup could be hidden in these encodings.
  @Test(arguments: ["UTF-7", "EBCDIC-US", "UCS4", "x"])
  func refusesOtherEncodings(name: String) {
    let header = "<?xml version=\"1.0\" encoding=\"\(name)\"?>"
    let found = problem(.graphML, header + "<graphml><graph><node id='a'/></graph></graphml>")
    #expect(
      found
        == "f:1:31: error: unsupported encoding '\(name.lowercased())'; save the file as UTF-8")
  }

  @Test func reportsTruncatedFiles() {
    #expect(
      problem(.graphML, "<graphml>\n<graph>\n<node id='a'/>\n")?
        .hasSuffix("the file may be truncated") ?? false)
    #expect(problem(.graphML, "")?.hasPrefix("f:1:1: error: ") ?? false)
    #expect(problem(.graphML, "1 2\n")?.hasPrefix("f:1:1: error: not XML") ?? false)
  }
}

import ForceLabGraphFiles
import ForceLabGraphs
import ForceLabTestSupport
import Testing

/// Names are equal only if their bytes are, as in networkx. In Swift, “é” of one code point equals “é”
/// of two.
@Suite struct IdentityTests {
  private static let one = "\u{E9}"
  private static let two = "e\u{301}"

  static let files: [(any GraphFormat, String)] = [
    (.edgeList, "\(one) b\n\(two) b\n"),
    (.edgeList, "\(one),b,1\n\(two),b,2\n"),
    (
      .graphML,
      "<graphml><graph><node id='\(one)'/><node id='b'/><node id='\(two)'/>"
        + "<edge source='\(one)' target='b'/><edge source='\(two)' target='b'/></graph></graphml>"
    ),
    (
      .gml,
      "graph [ node [ id \"\(one)\" ] node [ id \"b\" ] node [ id \"\(two)\" ]\n"
        + "edge [ source \"\(one)\" target \"b\" ] edge [ source \"\(two)\" target \"b\" ] ]"
    ),
    (
      .json,
      "{\"nodes\": [\"\(one)\", \"b\", \"\(two)\"], \"links\": [{\"source\": \"\(one)\", "
        + "\"target\": \"b\"}, {\"source\": \"\(two)\", \"target\": \"b\"}]}"
    ),
  ]

  @Test(arguments: files)
  func equivalentNamesAreTwoNodes(format: any GraphFormat, text: String) throws {
    let graph = try format.read(text, file: "f")
    #expect(graph.nodeCount == 3 && graph.edgeCount == 2)
    let first = try #require(graph.node(named: Self.one))
    let second = try #require(graph.node(named: Self.two))
    #expect(first != second)
    #expect(graph.labels.map { Array($0[first].utf8) } == Array(Self.one.utf8))
    #expect(graph.labels.map { Array($0[second].utf8) } == Array(Self.two.utf8))
  }

  @Test func equivalentKeysAreDifferent() throws {
    let text =
      "{\"nodes\": [{\"id\": 0, \"\(Self.one)\": 1, \"\(Self.two)\": 2}], \"links\": []}"
    let names = AttributeNames(nodes: [Self.two])
    #expect(
      try JSONFormat().read(text, file: "f", names).nodeValues(Self.two) == [2])
    let keys =
      "<graphml><key id='\(Self.one)' attr.name='label'/><key id='\(Self.two)' attr.name='group'/>"
      + "<graph><node id='a'><data key='\(Self.one)'>L</data><data key='\(Self.two)'>G</data></node>"
      + "</graph></graphml>"
    let graph = try GraphMLFormat().read(keys, file: "f")
    #expect(graph.labels == ["L"] && graph.groups == ["G"])
  }

  @Test func repeatedKeysAreStillFound() {
    let text = "{\"nodes\": [{\"\(Self.one)\": 1, \"\\u00e9\": 2}], \"links\": []}"
    #expect(problem(.json, text)?.contains("appears twice") ?? false)
  }
}

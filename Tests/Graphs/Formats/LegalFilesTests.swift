import ForceLabGraphFiles
import ForceLabGraphs
import ForceLabTestSupport
import Testing

/// Files that the definitions of their formats allow, and that other programs read.
@Suite struct LegalFilesTests {
  private func label(_ format: any GraphFormat, _ text: String) throws -> String? {
    try format.read(text, file: "f").labels?.first
  }

  @Test(arguments: [
    "\u{7F}", "\u{FFFE}", "\u{85}", "\u{2028}", "\u{FEFF}", "\\u0000", "\\ud83d\\ude00",
  ])
  func stringsOfJSONHoldAnyCharacter(character: String) throws {
    let text = "{\"nodes\": [{\"id\": \"a\(character)\"}], \"links\": []}"
    let expected =
      switch character {
      case "\\u0000": "a\0"
      case "\\ud83d\\ude00": "a😀"
      default: "a" + character
      }
    #expect(try label(.json, text).map { Array($0.utf8) } == Array(expected.utf8))
  }

  @Test func jsonKeysMayBeLongAndFollowedBySpace() throws {
    let key = String(repeating: "k", count: 5000)
    let text = "{\"nodes\"\n:\r\n[{\"\(key)\"\t:\n1, \"id\"\n:\n\"a\"}],\"links\"\n:[]}"
    #expect(try label(.json, text) == "a")
    let names = AttributeNames(nodes: [key])
    #expect(try JSONFormat().read(text, file: "f", names).nodeValues(key) == [1])
  }

  private static let namespace = "http://graphml.graphdrawing.org/xmlns"

  @Test func graphMLMayHaveAPrefix() throws {
    let graph = try GraphMLFormat().read(
      """
      <g:graphml xmlns:g="\(Self.namespace)" xmlns:y="http://www.yworks.com/xml/graphml">
      <g:key id="l" for="node" attr.name="label"/><g:graph><g:node id="a"><g:data key="l">A<y:node id="no"/>
      </g:data></g:node><g:node id="b"/><node id="no"/><y:edge source="a" target="no"/>
      <g:edge source="a" target="b"/></g:graph></g:graphml>
      """, file: "f")
    #expect(graph.labels == ["A", "b"])
    #expect(graph.edgeCount == 1)
  }

  @Test func elementsOfOtherNamespacesAreIgnored() throws {
    let graph = try GraphMLFormat().read(
      "<graphml xmlns='\(Self.namespace)'><graph><node id='a'/><node xmlns='x' id='b'/></graph>"
        + "<graph xmlns='x'/></graphml>", file: "f")
    #expect(graph.labels == ["a"])
  }

  /// The text of an XML file with a label that ISO 8859-1 has.
  private func xml(_ encoding: String) -> String {
    "<?xml version=\"1.0\" encoding='\(encoding)' standalone='yes'?>\n<graphml><graph>"
      + "<node id='É'/>\n<node id='z'/></graph></graphml>"
  }

  @Test(arguments: [true, false], [true, false])
  func graphMLMayBeUTF16(isBigEndian: Bool, hasMark: Bool) throws {
    let text = (hasMark ? "\u{FEFF}" : "") + xml("UTF-16").replacing("z", with: "😀")
    let bytes = text.utf16.flatMap { unit in
      let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      return isBigEndian ? pair : pair.reversed()
    }
    #expect(try GraphMLFormat().read(bytes, file: "f").labels == ["É", "😀"])
    #expect(
      problem(.graphML, bytes.dropLast()) == "f:3:32: error: the file is not valid UTF-16; "
        + "save the file as UTF-8")
    let mistake = text.replacing("<node id='😀'", with: "<node nr='😀'")
    let wrong = mistake.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    #expect(problem(.graphML, wrong)?.hasPrefix("f:3:1: error: this <node> has no 'id'") ?? false)
  }

  @Test(arguments: [
    ("ISO-8859-1", 0xC9 as UInt8), ("iso-8859-15", 0xC9), ("windows-1252", 0xC9),
    ("ISO-8859-2", 0xC9), ("windows-1250", 0xC9),
  ])
  func graphMLMayHaveAnEncodingOfSingleBytes(name: String, letter: UInt8) throws {
    let bytes = xml(name).unicodeScalars.map { $0.isASCII ? UInt8($0.value) : letter }
    #expect(try GraphMLFormat().read(bytes, file: "f").labels == ["É", "z"])
  }

  @Test func cyrillicEncodingsAreRead() throws {
    for (name, letter) in [("ISO-8859-5", 0xB9 as UInt8), ("windows-1251", 0xC9)] {
      let bytes = xml(name).unicodeScalars.map { $0.isASCII ? UInt8($0.value) : letter }
      #expect(try GraphMLFormat().read(bytes, file: "f").labels == ["Й", "z"], "\(name)")
    }
  }

  @Test func aFalseDeclaredEncodingIsAnError() {
    let utf16 = xml("UTF-8").utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    #expect(
      problem(.graphML, utf16)
        == "f:1:31: error: the declared encoding is 'UTF-8', but the file is "
        + "UTF-16; correct it")
    #expect(
      problem(.graphML, "\u{FEFF}" + xml("ISO-8859-1"))?.contains("but the file is UTF-8") ?? false)
  }

  static let textValues: [(any GraphFormat, String)] = [
    (
      .graphML,
      "<graphml><key id='v' for='edge' attr.name='value' attr.type='string'/><graph><node id='a'/>"
        + "<node id='b'/><edge source='a' target='b'><data key='v'>x</data></edge></graph></graphml>"
    ),
    (
      .graphML,
      "<graphml><key id='v' for='edge' attr.name='value' attr.type='string'/><graph><node id='a'/>"
        + "<node id='b'/><edge source='a' target='b'><data key='v'>7</data></edge></graph></graphml>"
    ),
    (.gml, "graph [ node [ id 1 ] node [ id 2 ] edge [ source 1 target 2 value \"x\" ] ]"),
    (.gml, "graph [ node [ id 1 ] node [ id 2 ] edge [ source 1 target 2 value \"nan\" ] ]"),
    (.json, "{\"nodes\": [{}, {}], \"links\": [{\"source\": 0, \"target\": 1, \"value\": \"x\"}]}"),
    (.json, "{\"nodes\": [{}, {}], \"links\": [{\"source\": 0, \"target\": 1, \"value\": [1]}]}"),
    (.edgeList, "0 1 {'value': 'x'}"),
  ]

  @Test(arguments: textValues)
  func textValuesAreNotWeights(format: any GraphFormat, text: String) throws {
    let graph = try format.read(text, file: "f")
    #expect(graph.edgeCount == 1 && graph.weights == nil)
  }

  @Test func keysOfGMLMayBeInUpperCase() throws {
    let graph = try GMLFormat().read(
      "Graph [ NODE [ ID 1 Label \"a\" ] Node [ Id 2 LABEL \"b\" label \"c\" Size 4 ]\n"
        + "Edge [ Source 1 Target 2 Weight 5 ] ]", file: "f")
    #expect(graph.labels == ["a", "c"])
    #expect(graph.weights == [5])
  }

  @Test func keysOfGMLInUpperCaseAreRead() throws {
    let text = """
      graph [ Directed 1 node [ ID 1 graphics [ X 4 ] ] node [ ID 2 graphics [ X 5 ] Source 7 ]
      edge [ ID 9 SOURCE 1 TARGET 2 ] ]
      """
    let graph = try GMLFormat().read(text, file: "f", AttributeNames(keepsAll: true))
    #expect(graph.isDirected && graph.edgeCount == 1)
    #expect(graph.nodeAttributes["x"]?.values == ["4", "5"])
  }

  /// networkx writes `vals` as the list [1, 2].
  @Test func repeatedKeysOfGMLAreNoAttribute() throws {
    let text = "graph [ node [ id 1 vals 1 vals 2 size 3 graphics [ x 4 ] x 5 ] ]"
    let graph = try GMLFormat().read(text, file: "f", AttributeNames(keepsAll: true))
    #expect(graph.nodeAttributes.columns.map(\.name) == ["size", "x"])
    #expect(graph.nodeAttributes["x"]?.values == ["4"])
  }

  @Test func namesOfOtherAttributesKeepTheirCase() throws {
    let text = "graph [ node [ id 1 Size 4 size 5 ] ]"
    let read = { try GMLFormat().read(text, file: "f", AttributeNames(nodes: [$0])) }
    #expect(try read("Size").nodeValues("Size") == [4])
    #expect(try read("size").nodeValues("size") == [5])
    #expect(try read("SIZE").nodeValues("SIZE") == nil)
  }

  @Test func idsOfGMLAreNumbers() throws {
    let graph = try GMLFormat().read(
      "graph [ node [ id 01 ] node [ id +2 ] node [ id -0 ] node [ id \"01\" ] node [ id -007 ]\n"
        + "edge [ source 1 target 02 ] edge [ source 0 target 1 ] edge [ source \"01\" target -7 ] ]",
      file: "f")
    #expect(graph.labels == ["1", "2", "0", "01", "-7"])
    #expect(edges(of: graph) == [[0, 1], [2, 0], [3, 4]])
  }

  @Test(arguments: [
    ("&eacute;", "é"), ("&nbsp;&yuml;", "\u{A0}ÿ"), ("&Omega;&thetasym;&rsaquo;", "Ωϑ›"),
    ("&amp;eacute;", "&eacute;"), ("&quot;&apos;&lt;&gt;", "\"'<>"),
    ("&eacute;\u{301}", "é\u{301}"),
    ("&nosuch; &eacute &#; &#x; &#+65; &#xD800; &", "&nosuch; &eacute &#; &#x; &#+65; &#xD800; &"),
    ("&&eacute;&#233;&#xe9;", "&ééé"), ("&#1114111;", "\u{10FFFF}"),
  ])
  func labelsOfGMLMayHaveEntities(written: String, expected: String) throws {
    let text = "graph [ node [ id 1 label \"\(written)\" ] ]"
    #expect(try label(.gml, text).map { Array($0.utf8) } == Array(expected.utf8))
  }
}

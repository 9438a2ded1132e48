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

  /// Their labels are in what yEd draws. A group has a second label, for when it is closed.
  @Test func readsWhatYEdWrites() throws {
    let graph = try GraphMLFormat().read(
      """
      <graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:y="http://www.yworks.com/xml/graphml">
        <key for="node" id="d6" yfiles.type="nodegraphics"/>
        <key for="node" id="d7" attr.name="label"/>
        <key for="edge" id="d10" yfiles.type="edgegraphics"/>
        <graph edgedefault="directed" id="G">
          <node id="n0"><data key="d7"/><data key="d6"><y:ShapeNode><y:Geometry x="0" y="0"/>
            <y:NodeLabel alignment="center"> Ann &amp; Co<y:LabelModel/>
            </y:NodeLabel><y:Shape type="rectangle"/></y:ShapeNode></data></node>
          <node id="n1"><data key="d6"><y:GroupNode><y:NodeLabel>&lt;html>&lt;b>1 &lt; 2&lt;/b>&lt;/html></y:NodeLabel></y:GroupNode>
            <y:GroupNode><y:NodeLabel>Closed</y:NodeLabel></y:GroupNode></data></node>
          <node id="n2"><data key="d6"><y:NodeLabel hasText="false"/></data></node>
          <edge source="n0" target="n1"><data key="d10"><y:EdgeLabel>knows</y:EdgeLabel></data></edge>
        </graph>
      </graphml>
      """, file: "f", AttributeNames(keepsAll: true))
    #expect(graph.labels == ["Ann & Co", "1 < 2", "n2"])
    #expect(graph.nodeAttributes["d6"] == nil && graph.edgeAttributes["d10"] == nil)
    #expect(graph.edgeAttributes["label"] != nil)
  }

  @Test func readsAllOfXMLButDeclaredEntities() throws {
    let graph = try GraphMLFormat().read(
      """
      <?xml version='1.0'?><!-- <node id="no"/> --><?empty?>
      <!DOCTYPE graphml [<!-- <!ENTITY --> <!ELEMENT node ANY> <?in ]> ?> <!NOTATION n SYSTEM ">">]>
      <graphml><key id='l' for='node' attr.name='label'/><graph >
      <node
        id = "a&#233;&#x1F600;&quot;>'"/><node id='b\t\n&apos;'></node
      ><node id='c'><data key='l'>1\r\n2\r3 &lt;<!-- not -->4<![CDATA[&lt;]]]]></data></node>
      </graph></graphml><!-- end --> <?end?>

      """, file: "f")
    #expect(graph.labels == ["aé😀\">'", "b  '", "1\n2\n3 <4&lt;]]"])
  }

  /// Of the same name in lower case.
  @Test func nodesAndEdgesHaveKeysOfTheirOwn() throws {
    let graph = try GraphMLFormat().read(
      "<graphml><key id='n' for='node' attr.name='code' attr.type='string'/><key id='e' for='edge' "
        + "attr.name='Code' attr.type='double'/><graph><node id='a'><data key='n'>007</data></node>"
        + "<node id='b'/><edge source='a' target='b'><data key='e'>2</data></edge></graph></graphml>",
      file: "f", AttributeNames(keepsAll: true))
    #expect(graph.nodeAttributes.columns.map(\.name) == ["code"])
    #expect(graph.nodeAttributes.columns[0].values[0] == "007")
    #expect(graph.edgeAttributes.columns.map(\.name) == ["Code"])
  }

  @Test func namesOfKeysKeepTheirCase() throws {
    let graph = try GraphMLFormat().read(
      "<graphml><key id='a' for='edge' attr.name='Weight' attr.type='double'/><key id='b' for='edge' "
        + "attr.name='weight' attr.type='double'/><graph><node id='a'/><node id='b'/><edge source='a' "
        + "target='b'><data key='b'>3</data><data key='a'>9</data></edge></graph></graphml>",
      file: "f", AttributeNames(keepsAll: true))
    #expect(graph.weights == [3])
    #expect(graph.edgeAttributes["weight"]?.values == ["3"])
    #expect(graph.edgeAttributes["Weight"]?.values == ["9"])
  }

  @Test(arguments: ["graph", "port", "endpoint", "hyperedge"])
  func defaultsOfOtherElementsAreNotThoseOfNodesAndEdges(domain: String) throws {
    let graph = try GraphMLFormat().read(
      "<graphml><key id='n' for='\(domain)' attr.name='name'><default>My graph</default></key>"
        + "<key id='w' for='\(domain)' attr.name='weight'><default>5</default></key><graph>"
        + "<node id='a'/><node id='b'/><edge source='a' target='b'/></graph></graphml>",
      file: "f", AttributeNames(keepsAll: true))
    #expect(graph.labels == ["a", "b"] && graph.weights == nil)
    #expect(graph.nodeAttributes.columns.isEmpty && graph.edgeAttributes.columns.isEmpty)
  }

  @Test func theDataIDIsALabel() throws {
    let graph = try read(
      "<key id='i' for='node' attr.name='id'/><key id='l' for='node' attr.name='label'/><graph>"
        + "<node id='n0'><data key='i'>P1</data></node><node id='n1'><data key='i'>P2</data>"
        + "<data key='l'>L</data></node><node id='n2'/></graph>")
    #expect(graph.labels == ["P1", "L", "n2"] && graph.ids == NodeIDs(["n0", "n1", "n2"]))
  }

  @Test func undeclaredKeysAreNoted() throws {
    let graph = try read(
      "<key id='k' for='edge' attr.name='weight'/><graph><node id='a'/><node id='b'/>"
        + "<edge source='a' target='b'><data key='w'>3</data></edge></graph>")
    #expect(graph.weights == nil && graph.note == "found data of undeclared keys: 'w'")
  }

  @Test func endsOfLinesInValuesAreSpaces() throws {
    let graph = try read("<graph><node id='a\rb'/><node id='ab'/><node id='a\r\n\nb'/></graph>")
    #expect(graph.labels == ["a b", "ab", "a  b"])
  }

  @Test func manyAttributesThatFewNodesHaveAreRefused() {
    let count = 5000
    let body = (0..<count).map { "<node id='\($0)'><data key='k\($0)'>1</data></node>" }.joined()
    let problem = problem(
      .graphML, "<graphml><graph>\(body)</graph></graphml>", AttributeNames(keepsAll: true))
    #expect(problem?.contains("most of which have no value, need too much memory") ?? false)
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

  @Test func ignoresProcessingInstructions() throws {
    let graph = try read("<?x y?><?x ?><graph><node id='a'><?style a?></node></graph>")
    #expect(graph.labels == ["a"])
  }

  @Test(arguments: ["UTF-8", "utf-8", "US-ASCII", "ISO-8859-1", "windows-1252"])
  func takesEncodingsThatExtendASCII(name: String) throws {
    let graph = try GraphMLFormat().read(
      "<?xml version='1.0' encoding = '\(name)'?><graphml><graph><node id='a'/></graph></graphml>",
      file: "f")
    #expect(graph.labels == ["a"])
  }
}

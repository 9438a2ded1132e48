import ForceLabGraphFiles
import ForceLabGraphs
import ForceLabPlugins
import ForceLabTestSupport
import Testing

/// Samples of every format, damaged: reading gives a graph or an error with a place, never a trap.
@Suite struct DamageTests {
  static let samples: [(any GraphFormat, String)] = [
    (.edgeList, "# c\r\n1 2 0.5\n2 3 1e3\n\n9 1 7\n"),
    (.edgeList, "source,target,weight\n\"a, é\",b,1\nb,\"c \"\"d\"\"\",2\n😀,b,3\n"),
    (
      .matrixMarket,
      "%%MatrixMarket matrix coordinate real symmetric\n% c\n4 4 3\n2 1 -1.5\n3 2 2e3\n4 4 0\n"
    ),
    (
      .graphML,
      """
      <?xml version="1.0"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
      <key id="d0" for="edge" attr.name="weight"><default>2</default></key>
      <key id="d1" for="node" attr.name="label"/><!-- é -->
      <graph><node id="a"><data key="d1">É &amp; <![CDATA[x]]></data></node>
      <node id="b"/><edge source="a" target="b"><data key="d0">3</data></edge></graph></graphml>
      """
    ),
    (
      .gexf,
      """
      <?xml version="1.0"?>\n<gexf xmlns="http://gexf.net/1.3" xmlns:viz="http://gexf.net/1.3/viz">
      <graph><attributes class="node"><attribute id="0" title="size" type="double">
      <default>2</default></attribute></attributes>
      <nodes><node id="a" label="É &amp;"><attvalues><attvalue for="0" value="3"/></attvalues>
      <viz:position x="1" y="2"/></node><node id="b"/></nodes>
      <edges><edge source="a" target="b" weight="3"/></edges></graph></gexf>
      """
    ),
    (
      .gml,
      """
      Creator "é"\ngraph [ directed 0 # c
      node [ id 1 label "A &#233;" graphics [ x 1.5 ] ] node [ id 2 value "g" ]
      edge [ source 1 target 2 value 3.5 ] ]
      """
    ),
    (
      .json,
      """
      {"directed": false, "nodes": [{"id": "a", "group": 1}, {"id": "\\ud83d\\ude00"}],
       "links": [{"source": "a", "target": "\\ud83d\\ude00", "value": 1.5}]}
      """
    ),
  ]

  @Test(arguments: samples.indices)
  func samplesAreValid(index: Int) {
    let (format, text) = Self.samples[index]
    #expect(problem(format, text) == nil)
  }

  @Test(arguments: samples.indices, [nil, 0, 1])
  func survivesTruncation(index: Int, base: Int?) {
    let (format, text) = Self.samples[index]
    let bytes = Array(text.utf8)
    for length in bytes.indices { expectGraphOrPlace(format, Array(bytes[..<length]), base) }
  }

  @Test(arguments: samples.indices.dropFirst(2))
  func noticesTruncation(index: Int) {
    let (format, text) = Self.samples[index]
    let bytes = Array(text.utf8)
    let end = (bytes.lastIndex { $0 != 10 } ?? 0) + 1
    for length in 0..<end {
      #expect(problem(format, Array(bytes[..<length])) != nil, "\(length) bytes")
    }
  }

  @Test(arguments: samples.indices)
  func survivesMutations(index: Int) {
    let (format, text) = Self.samples[index]
    var generator = SeededGenerator(seed: 1, stream: UInt64(index))
    let interesting = Array("0123456789-+.,;:\"'[]{}<>&/=\\ue \t\n\r#%\0é".utf8) + [0xFF, 0x80]
    for _ in 0..<1000 {
      var bytes = Array(text.utf8)
      for _ in 0...generator.index(below: 4) where !bytes.isEmpty {
        let place = generator.index(below: bytes.count)
        let byte = interesting[generator.index(below: interesting.count)]
        switch generator.index(below: 4) {
        case 0: bytes[place] = byte
        case 1: bytes.insert(byte, at: place)
        case 2: bytes.remove(at: place)
        default:
          let end = min(bytes.count, place + generator.index(below: 20))
          bytes.insert(contentsOf: bytes[place..<end], at: generator.index(below: bytes.count))
        }
      }
      expectGraphOrPlace(format, bytes, nil)
    }
  }

  @Test(arguments: GraphFormats.all, samples.indices)
  func survivesTheTextOfOtherFormats(format: any GraphFormat, index: Int) {
    expectGraphOrPlace(format, Array(Self.samples[index].1.utf8), nil)
  }

  private func expectGraphOrPlace(_ format: any GraphFormat, _ bytes: [UInt8], _ base: Int?) {
    do {
      let graph = try format.read(bytes, file: "f", base: base)
      if graph.nodeCount == 0 || !isConsistent(graph) { Issue.record("inconsistent: \(bytes)") }
    } catch {
      let lines = bytes.filter { $0 == 10 || $0 == 13 }.count + 1
      let isPlaced =
        error.location.map {
          $0.file == "f" && (1...lines).contains($0.line) && $0.column > 0
        } ?? false
      if !isPlaced { Issue.record("no place: \(error)") }
    }
  }
}

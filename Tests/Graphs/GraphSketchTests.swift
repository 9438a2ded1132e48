import Foundation
import ForceLabGraphs
import Testing

@Suite struct GraphSketchTests {
  @Test func jsonRoundTrip() throws {
    var sketch = GraphSketch(try KarateSource().graph())
    sketch.radius = .constant(value: 4.5)
    sketch.edgeWidth = .numbers(name: "weight", values: Array(repeating: 2, count: 78))
    let again = try #require(GraphSketch(json: sketch.json))
    #expect(again == sketch && again.json == sketch.json)
    #expect(again.nodes == 34 && again.sources.count == 78 && again.labels == nil)
    guard case .words("group", let groups) = again.color else {
      Issue.record("no groups")
      return
    }
    #expect(groups.first == "Mr. Hi" && groups.last == "Officer")
  }

  /// The ends of edges are put into what the encoder makes.
  @Test(arguments: [0, 1, 3])
  func jsonIsThatOfTheEncoder(edges: Int) throws {
    let ends = Array([(0, 1), (1, 2), (2, 3)].prefix(edges))
    let labels = Array(repeating: #"{"sources":[],"targets":[]}"#, count: 5)
    let sketch = GraphSketch(try Graph(nodeCount: 5, edges: ends, labels: labels))
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let encoded = try encoder.encode(sketch)
    #expect(sketch.json == encoded)
  }

  @Test(arguments: [
    #"{"nodes":2,"sources":[0],"targets":[2]}"#, #"{"nodes":2,"sources":[-1],"targets":[0]}"#,
    #"{"nodes":2,"sources":[0],"targets":[]}"#, #"{"nodes":-1,"sources":[],"targets":[]}"#,
    #"{"nodes":1,"sources":[],"targets":[],"labels":["a","b"]}"#,
    #"{"nodes":1,"sources":[],"targets":[],"color":{"words":{"name":"group","values":[]}}}"#,
    #"{"nodes":1,"sources":[],"targets":[],"edgeWidth":{"numbers":{"name":"w","values":[1]}}}"#,
    "", "[]",
  ])
  func inconsistentPartsAreNotASketch(json: String) {
    #expect(GraphSketch(json: Data(json.utf8)) == nil)
  }
}

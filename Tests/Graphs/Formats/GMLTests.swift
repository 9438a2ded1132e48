import ForceLabGraphFiles
import ForceLabGraphs
import ForceLabTestSupport
import Testing

@Suite struct GMLTests {
  @Test func readsNodesEdgesAndTheirValues() throws {
    let graph = try GMLFormat().read(
      """
      Creator "somebody" # a comment [
      graph [
        directed 0
        # another
        edge [ source 5 target -3 value 2.5 graphics [ value 9 type "line" ] ]
        node [ id 5 label "J&#39;avert &quot;&#x1F600;&quot; &eacute; & co" group 2 ]
        node [ graphics [ label "no" x 1.5 ] id -3 ]
        edge [ source 5 target 5 ]
      ]
      """, file: "f")
    #expect(graph.labels == ["J'avert \"😀\" é & co", "-3"])
    #expect(graph.groups == ["2", ""])
    #expect(edges(of: graph) == [[0, 1]])
    #expect(graph.weights == [2.5])
    #expect(graph.droppedSelfLoops == 1)
  }

  @Test func readsGroupsAndTextIds() throws {
    let graph = try GMLFormat().read(
      "graph[node[id \"a\" value \"n\"]node[id \"b\" value \"c\"]edge[source \"a\" target \"b\"]]",
      file: "f")
    #expect(graph.groups == ["n", "c"])
    #expect(graph.labels == ["a", "b"])
    #expect(graph.weights == nil)
  }

  @Test func skipsDeepListsWithoutRecursion() throws {
    let depth = 200_000
    let deep =
      "graph [ node [ id 0 " + String(repeating: "x [ ", count: depth)
      + String(repeating: "] ", count: depth) + "] ]"
    #expect(try GMLFormat().read(deep, file: "f").nodeCount == 1)
  }

  @Test(arguments: [
    ("", "f:1:1: error: no graph found"),
    ("graph [ ]", "f:1:10: error: no nodes found"),
    (
      "graph [\n node [ id 1 ]\n",
      "f:3:1: error: the list that begins in line 1 is not closed"
    ),
    ("graph [ node [ id", "f:1:18: error: no value found after the key 'id'"),
    ("graph [ node [ label \"a", "f:1:22: error: this quote is not closed"),
    ("graph [ node [\n id ] ]", "f:2:5: error: the key 'id' has no value"),
    ("graph [ node [ id label \"x\" ] ]", "f:1:19: error: the key 'id' has no value"),
    ("graph [ 5 ]", "f:1:9: error: expected a key"),
    ("graph [ ] ]", "f:1:11: error: unexpected ']'"),
    ("graph [ node [ label \"é\" ] ]", "f:1:9: error: this node has no 'id'"),
    ("graph [ edge [ target 1 ] ]", "f:1:9: error: this edge has no 'source'"),
    ("graph [ edge [ source 1 ] ]", "f:1:9: error: this edge has no 'target'"),
    ("graph [ node [ id 1 ] node [ id 1 ] ]", "f:1:33: error: another node has the id"),
    (
      "graph [ node [ id 1 ]\n edge [ source 1 target 2 ] ]",
      "f:2:2: error: unknown node '2' at an end of this edge"
    ),
    (
      "graph [ node [ id 1 ] edge [ source 1 target 1 weight INF ] ]",
      "f:1:55: error: a weight must be a finite number, found 'INF'"
    ),
    ("graph [ node [ id 1 ] ]\ngraph [ ]", "f:2:1: error: unexpected second graph"),
    ("graph { }", "f:1:7: error: unexpected '{'"),
    ("graph é", "f:1:7: error: unexpected 'é'"),
  ])
  func reportsErrors(text: String, expected: String) {
    expectProblem(.gml, text, expected)
  }
}

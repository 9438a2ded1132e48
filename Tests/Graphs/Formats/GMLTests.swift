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
}

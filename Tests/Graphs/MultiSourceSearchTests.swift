import ForceLabGraphs
import ForceLabTestSupport
import Testing

/// Many searches at once, against one after the other.
struct MultiSourceSearchTests {
  @Test(arguments: [8, 40, 64])
  func distancesAreThoseOfSingleSearches(width: Int) throws {
    let graphs = [
      try randomGraph(nodes: 300, edges: 350, seed: 1),
      try MeshSource { ($0.rows, $0.columns) = (9, 31) }.graph(),
      try Graph(nodeCount: 80, edges: []),
    ]
    for graph in graphs {
      var shared = MultiSourceSearch(graph, width: width)
      var single = BreadthFirstSearch(graph)
      for start in stride(from: 0, to: graph.nodeCount, by: width) {
        let sources = Array(start..<min(graph.nodeCount, start + width))
        shared.run(from: sources)
        for (index, source) in sources.enumerated() {
          single.run(from: source)
          let row = (0..<graph.nodeCount).map { shared.distances[$0 * width + index] }
          #expect(row == single.distances.map { max(0, $0) })
        }
      }
    }
  }
}

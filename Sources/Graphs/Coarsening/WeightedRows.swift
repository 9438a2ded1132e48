/// The neighbors of every node with the weights of the edges to them, as compressed sparse rows.
struct WeightedRows {
  let offsets: [Int32]
  let neighbors: [Int32]
  let weights: [Double]

  /// Edges weigh 1 if the graph has no weights, or unless `usesWeights`.
  init(_ graph: Graph, usesWeights: Bool) {
    if usesWeights, let weights = graph.weights {
      (offsets, neighbors, self.weights) = Graph.rows(
        graph.nodeCount, graph.sources, graph.targets, weights)
    } else {
      (offsets, neighbors) = (graph.offsets, graph.neighbors)
      weights = [Double](repeating: 1, count: graph.neighbors.count)
    }
  }

  init(nodeCount: Int, _ edges: WeightedEdges) {
    (offsets, neighbors, weights) = Graph.rows(
      nodeCount, edges.sources, edges.targets, edges.weights)
  }

  /// The result of `body` on the three lists, whose indexes are not checked.
  func withUnsafePointers<Result>(
    _ body: (
      _ offsets: UnsafeBufferPointer<Int32>, _ neighbors: UnsafeBufferPointer<Int32>,
      _ weights: UnsafeBufferPointer<Double>
    ) -> Result
  ) -> Result {
    offsets.withUnsafeBufferPointer { offsets in
      neighbors.withUnsafeBufferPointer { neighbors in
        weights.withUnsafeBufferPointer { body(offsets, neighbors, $0) }
      }
    }
  }
}

struct WeightedEdges {
  var sources: [Int32] = []
  var targets: [Int32] = []
  var weights: [Double] = []
}

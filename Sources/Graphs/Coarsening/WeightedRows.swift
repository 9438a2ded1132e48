/// The neighbours of every node with the weights of the edges to them, as compressed sparse rows.
struct WeightedRows {
  /// The index of each node's first neighbour, and the total.
  let offsets: [Int32]
  /// The neighbours, each node's in the order of the edges.
  let neighbors: [Int32]
  /// The weight of the edge to each of `neighbors`.
  let weights: [Double]

  /// The rows of `graph`. Edges of a graph without weights weigh 1.
  init(_ graph: Graph) {
    if let weights = graph.weights {
      (offsets, neighbors, self.weights) = Graph.rows(
        graph.nodeCount, graph.sources, graph.targets, weights)
    } else {
      (offsets, neighbors) = (graph.offsets, graph.neighbors)
      weights = [Double](repeating: 1, count: graph.neighbors.count)
    }
  }

  /// The rows of `edges` between `nodeCount` nodes. Cost: linear in nodes and edges.
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

/// A list of weighted edges.
struct WeightedEdges {
  var sources: [Int32] = []
  var targets: [Int32] = []
  var weights: [Double] = []
}

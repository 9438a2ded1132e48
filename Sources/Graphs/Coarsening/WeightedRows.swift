/// The neighbours of every node, node by node, with the weights of the edges that lead there.
struct WeightedRows {
  /// Where each node's neighbours begin; one number more than there are nodes.
  private(set) var offsets: [Int32]
  /// The neighbours, each node's in the order of the edges.
  private(set) var neighbors: [Int32]
  /// The weight of the edge to each of `neighbors`.
  private(set) var weights: [Double]

  /// The rows of `graph`; every edge weighs 1 if it has no weights.
  init(_ graph: Graph) {
    if let weights = graph.weights {
      let edges = WeightedEdges(
        sources: graph.sources, targets: graph.targets, weights: weights)
      self.init(nodeCount: graph.nodeCount, edges)
    } else {
      self.init(withoutWeights: graph)
    }
  }

  private init(withoutWeights graph: Graph) {
    (offsets, neighbors) = (graph.offsets, graph.neighbors)
    weights = [Double](repeating: 1, count: graph.neighbors.count)
  }

  /// The rows of so many nodes with `edges` between them. Cost: linear in nodes and edges.
  init(nodeCount: Int, _ edges: WeightedEdges) {
    var next = [Int32](repeating: 0, count: nodeCount + 1)
    for edge in edges.sources.indices {
      next[Int(edges.sources[edge]) + 1] += 1
      next[Int(edges.targets[edge]) + 1] += 1
    }
    for node in 0..<nodeCount { next[node + 1] += next[node] }
    offsets = next
    neighbors = [Int32](repeating: 0, count: 2 * edges.sources.count)
    weights = [Double](repeating: 0, count: neighbors.count)
    for edge in edges.sources.indices {
      let (source, target) = (edges.sources[edge], edges.targets[edge])
      let (a, b) = (Int(next[Int(source)]), Int(next[Int(target)]))
      (neighbors[a], neighbors[b]) = (target, source)
      (weights[a], weights[b]) = (edges.weights[edge], edges.weights[edge])
      next[Int(source)] += 1
      next[Int(target)] += 1
    }
  }

  /// What `body` makes of the three lists, without a check of every index.
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

/// Edges with weights, in an order.
struct WeightedEdges {
  var sources: [Int32] = []
  var targets: [Int32] = []
  var weights: [Double] = []
}

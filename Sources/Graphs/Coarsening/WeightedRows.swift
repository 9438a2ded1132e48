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

  @inline(__always) func entries(of node: Int) -> Range<Int> {
    Int(offsets[node])..<Int(offsets[node + 1])
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

extension WeightedRows {
  /// The edges from lower to higher groups of nodes, each once, with the sums of the weights. Cost: linear.
  func edges(between groups: [Int32], count: Int) -> WeightedEdges {
    // The nodes by group.
    var starts = [Int](repeating: 0, count: count + 1)
    for group in groups { starts[Int(group) + 1] += 1 }
    for group in 0..<count { starts[group + 1] += starts[group] }
    var (next, nodes) = (starts, [Int32](repeating: 0, count: groups.count))
    for node in groups.indices {
      nodes[next[Int(groups[node])]] = Int32(node)
      next[Int(groups[node])] += 1
    }
    var edges = WeightedEdges()
    // The last edge found to each group; it grows if it belongs to the current group.
    var places = [Int32](repeating: -1, count: count)
    places.withUnsafeMutableBufferPointer { places in
      groups.withUnsafeBufferPointer { groups in
        withUnsafePointers { offsets, neighbors, weights in
          for group in 0..<count {
            let begin = edges.sources.count
            for node in nodes[starts[group]..<starts[group + 1]] {
              for entry in Int(offsets[Int(node)])..<Int(offsets[Int(node) + 1]) {
                let other = Int(groups[Int(neighbors[entry])])
                guard other > group else { continue }
                let place = Int(places[other])
                if place >= begin {
                  edges.weights[place] += weights[entry]
                } else {
                  places[other] = Int32(edges.sources.count)
                  edges.sources.append(Int32(group))
                  edges.targets.append(Int32(other))
                  edges.weights.append(weights[entry])
                }
              }
            }
          }
        }
      }
    }
    return edges
  }
}

struct WeightedEdges {
  var sources: [Int32] = []
  var targets: [Int32] = []
  var weights: [Double] = []
}

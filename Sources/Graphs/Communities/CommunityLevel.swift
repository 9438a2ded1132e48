import ForceLabPlugins

/// A weighted graph with self loops: the nodes are those of the graph or communities of them.
struct CommunityLevel {
  private let rows: WeightedRows
  /// The weight of the edges within each node.
  private let loops: [Double]
  private let degrees: [Double]
  /// The weight of all edges. Weights are relative to the largest, so that sums do not overflow.
  let total: Double

  var nodeCount: Int { degrees.count }

  init(_ graph: Graph) {
    let most = graph.weights?.max() ?? 1
    let scaled =
      graph.weights.map { $0.map { most > 0 ? $0 / most : 0 } }
      ?? Array(repeating: 1, count: graph.edgeCount)
    self.init(
      graph.nodeCount,
      WeightedEdges(sources: graph.sources, targets: graph.targets, weights: scaled),
      loops: Array(repeating: 0, count: graph.nodeCount))
  }

  private init(_ count: Int, _ edges: WeightedEdges, loops: [Double]) {
    rows = WeightedRows(nodeCount: count, edges)
    self.loops = loops
    var degrees = loops.map { 2 * $0 }
    for (edge, weight) in edges.weights.enumerated() {
      degrees[Int(edges.sources[edge])] += weight
      degrees[Int(edges.targets[edge])] += weight
    }
    self.degrees = degrees
    total = degrees.reduce(0, +) / 2
  }

  /// Moves nodes to the communities of neighbors, in random order, as long as the modularity grows.
  /// After a move, only the neighbors that are now in another community are visited again, as in Traag,
  /// Waltman and van Eck, “From Louvain to Leiden”, 2019.
  func improve(_ groups: inout [Int32], _ resolution: Double, _ generator: inout SeededGenerator) {
    var sums = [Double](repeating: 0, count: nodeCount)
    for node in groups.indices { sums[Int(groups[node])] += degrees[node] }
    var order = Array(groups.indices)
    for place in order.indices.dropFirst().reversed() {
      order.swapAt(place, generator.index(below: place + 1))
    }
    // The weight of the edges from a node to each community, and the communities that it has edges to.
    var links = [Double](repeating: 0, count: nodeCount)
    var known: [Int32] = []
    // Smaller gains may be rounding errors.
    let minimum = 1e-10 * total
    var waiting = order
    var isWaiting = [Bool](repeating: true, count: nodeCount)
    while !waiting.isEmpty {
      var next: [Int] = []
      for node in waiting {
        isWaiting[node] = false
        let own = groups[node]
        known.removeAll(keepingCapacity: true)
        for entry in rows.entries(of: node) {
          let group = groups[Int(rows.neighbors[entry])]
          if links[Int(group)] == 0 { known.append(group) }
          links[Int(group)] += rows.weights[entry]
        }
        let share = resolution * degrees[node] / (2 * total)
        sums[Int(own)] -= degrees[node]
        let stay = links[Int(own)] - share * sums[Int(own)]
        var (best, most) = (own, stay + minimum)
        for group in known where group != own {
          let gain = links[Int(group)] - share * sums[Int(group)]
          if gain > most { (best, most) = (group, gain) }
        }
        sums[Int(best)] += degrees[node]
        groups[node] = best
        for group in known { links[Int(group)] = 0 }
        guard best != own else { continue }
        for entry in rows.entries(of: node) {
          let neighbor = Int(rows.neighbors[entry])
          guard !isWaiting[neighbor], groups[neighbor] != best else { continue }
          isWaiting[neighbor] = true
          next.append(neighbor)
        }
      }
      waiting = next
    }
  }

  /// The graph of the `count` communities `groups`.
  func merged(by groups: [Int32], _ count: Int) -> CommunityLevel {
    CommunityLevel(
      count, rows.edges(between: groups, count: count), loops: inside(groups, count: count))
  }

  /// The weight of the edges within each of `groups`.
  private func inside(_ groups: [Int32], count: Int) -> [Double] {
    var inside = [Double](repeating: 0, count: count)
    for node in groups.indices {
      let group = Int(groups[node])
      inside[group] += loops[node]
      for entry in rows.entries(of: node)
      where groups[Int(rows.neighbors[entry])] == groups[node] {
        // Each edge is met at both ends.
        inside[group] += rows.weights[entry] / 2
      }
    }
    return inside
  }

  func modularity(of groups: [Int32], _ resolution: Double) -> Double {
    let inside = inside(groups, count: Int((groups.max() ?? -1) + 1))
    var sums = [Double](repeating: 0, count: inside.count)
    for node in groups.indices { sums[Int(groups[node])] += degrees[node] }
    return inside.indices.reduce(0) { sum, group in
      let part = sums[group] / (2 * total)
      return sum + inside[group] / total - resolution * part * part
    }
  }
}

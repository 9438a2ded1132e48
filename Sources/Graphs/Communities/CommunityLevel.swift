import ForceLabPlugins

/// A weighted graph with self loops: the nodes are those of the graph or communities of them.
struct CommunityLevel {
  private let offsets: [Int32]
  private let neighbors: [Int32]
  private let weights: [Double]
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
      graph.nodeCount, graph.sources, graph.targets, scaled,
      loops: Array(repeating: 0, count: graph.nodeCount))
  }

  private init(
    _ count: Int, _ sources: [Int32], _ targets: [Int32], _ edges: [Double], loops: [Double]
  ) {
    (offsets, neighbors, weights) = Graph.rows(count, sources, targets, edges)
    self.loops = loops
    var degrees = loops.map { 2 * $0 }
    for edge in edges.indices {
      degrees[Int(sources[edge])] += edges[edge]
      degrees[Int(targets[edge])] += edges[edge]
    }
    self.degrees = degrees
    total = degrees.reduce(0, +) / 2
  }

  /// Moves nodes to the communities of neighbors, in random order, as long as the modularity grows.
  /// After a move, only the neighbors that are now in another community are visited again, as in Traag,
  /// Waltman and van Eck, “From Louvain to Leiden”, 2019.
  func improve(
    _ groups: inout [Int32], _ resolution: Double, _ generator: inout SeededGenerator
  ) {
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
        for entry in Int(offsets[node])..<Int(offsets[node + 1]) {
          let group = groups[Int(neighbors[entry])]
          if links[Int(group)] == 0 { known.append(group) }
          links[Int(group)] += weights[entry]
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
        for entry in Int(offsets[node])..<Int(offsets[node + 1]) {
          let neighbor = Int(neighbors[entry])
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
    var loops = [Double](repeating: 0, count: count)
    var (sources, targets, edges): ([Int32], [Int32], [Double]) = ([], [], [])
    // The nodes by community.
    var starts = [Int](repeating: 0, count: count + 1)
    for group in groups { starts[Int(group) + 1] += 1 }
    for group in 0..<count { starts[group + 1] += starts[group] }
    var nodes = [Int](repeating: 0, count: groups.count)
    for node in groups.indices {
      nodes[starts[Int(groups[node])]] = node
      starts[Int(groups[node])] += 1
    }
    var links = [Double](repeating: 0, count: count)
    var known: [Int32] = []
    for group in 0..<count {
      for place in (group == 0 ? 0 : starts[group - 1])..<starts[group] {
        let node = nodes[place]
        loops[group] += self.loops[node]
        for entry in Int(offsets[node])..<Int(offsets[node + 1]) {
          let other = groups[Int(neighbors[entry])]
          if Int(other) == group {
            // Each edge within is met at both ends.
            loops[group] += weights[entry] / 2
          } else if Int(other) > group {
            if links[Int(other)] == 0 { known.append(other) }
            links[Int(other)] += weights[entry]
          }
        }
      }
      for other in known {
        sources.append(Int32(group))
        targets.append(other)
        edges.append(links[Int(other)])
        links[Int(other)] = 0
      }
      known.removeAll(keepingCapacity: true)
    }
    return CommunityLevel(count, sources, targets, edges, loops: loops)
  }

  func modularity(of groups: [Int32], _ resolution: Double) -> Double {
    let count = Int((groups.max() ?? -1) + 1)
    var inside = [Double](repeating: 0, count: count)
    var sums = [Double](repeating: 0, count: count)
    for node in groups.indices {
      let group = Int(groups[node])
      sums[group] += degrees[node]
      inside[group] += loops[node]
      for entry in Int(offsets[node])..<Int(offsets[node + 1])
      where groups[Int(neighbors[entry])] == groups[node] {
        inside[group] += weights[entry] / 2
      }
    }
    return inside.indices.reduce(0) { sum, group in
      let part = sums[group] / (2 * total)
      return sum + inside[group] / total - resolution * part * part
    }
  }
}

import ForceLabPlugins

/// Groups of nodes with many edges within and few between them, found by the Louvain method.
public struct Communities: Sendable {
  /// The community of each node. They are numbered from 0, the largest first.
  public let ofNodes: [Int32]
  public let count: Int

  /// The communities of `graph` by the weights of its edges. `resolution` above 1 gives smaller ones.
  /// The same arguments give the same communities. Nodes without edges are communities of their own.
  /// Throws if a weight is negative. Cost: about m per pass over m edges, and some 10 passes.
  ///
  /// Source: V. D. Blondel et al., “Fast unfolding of communities in large networks”, 2008. Passes over
  /// all levels are repeated from the communities found until the modularity grows by at most 10⁻⁶.
  public init(of graph: Graph, resolution: Double = 1, seed: UInt64 = 0) throws(ParameterError) {
    try Self.check(graph)
    var generator = SeededGenerator(seed: seed, stream: 0x4C6F7576)
    let level = CommunityLevel(graph)
    var found = (0..<Int32(graph.nodeCount)).map { $0 }
    var best = -Double.infinity
    while level.total > 0 {
      var next = found
      level.improve(&next, resolution, &generator)
      var coarse = level
      // The communities of the nodes are the nodes of the next level.
      var count = Self.renumber(&next)
      while count < coarse.nodeCount {
        coarse = level.merged(by: next, count)
        var groups = (0..<Int32(count)).map { $0 }
        coarse.improve(&groups, resolution, &generator)
        count = Self.renumber(&groups)
        for node in next.indices { next[node] = groups[Int(next[node])] }
      }
      let modularity = level.modularity(of: next, resolution)
      guard modularity > best + 1e-6 else { break }
      (best, found) = (modularity, next)
    }
    (ofNodes, count) = Self.bySize(found)
  }

  /// Throws if a weight is negative. Cost: linear.
  public static func check(_ graph: Graph) throws(ParameterError) {
    guard let weights = graph.weights, let edge = weights.firstIndex(where: { $0 < 0 }) else {
      return
    }
    let ends = [graph.sources[edge], graph.targets[edge]].map { "'\(graph.id(of: Int($0)))'" }
    throw ParameterError(
      "communities need weights of 0 or more, but the edge from \(ends[0]) to \(ends[1]) has the "
        + "weight \(weights[edge].shortText)")
  }

  /// The communities in the order of their first nodes; returns their number.
  private static func renumber(_ groups: inout [Int32]) -> Int {
    var numbers = [Int32](repeating: -1, count: groups.count)
    var count: Int32 = 0
    for node in groups.indices {
      let group = Int(groups[node])
      if numbers[group] < 0 {
        numbers[group] = count
        count += 1
      }
      groups[node] = numbers[group]
    }
    return Int(count)
  }

  private static func bySize(_ groups: [Int32]) -> ([Int32], Int) {
    var groups = groups
    let count = renumber(&groups)
    var sizes = [Int](repeating: 0, count: count)
    for group in groups { sizes[Int(group)] += 1 }
    let order = sizes.indices.sorted { sizes[$0] != sizes[$1] ? sizes[$0] > sizes[$1] : $0 < $1 }
    var numbers = [Int32](repeating: 0, count: count)
    for (number, group) in order.enumerated() { numbers[group] = Int32(number) }
    return (groups.map { numbers[Int($0)] }, count)
  }
}

extension Graph {
  /// The modularity of `groups`, the group of each node from 0: Σ (w_c/m − γ·(d_c/2m)²) over the groups c, with the
  /// weight m of all edges, w_c of those within c, the sum d_c of the weighted degrees, and the resolution γ. Nil if
  /// there are no edges, or if they have no weight. Source: M. E. J. Newman, “Analysis of weighted networks”, 2004.
  public func modularity(of groups: [Int32], resolution: Double = 1) -> Double? {
    let level = CommunityLevel(self)
    return level.total > 0 ? level.modularity(of: groups, resolution) : nil
  }
}

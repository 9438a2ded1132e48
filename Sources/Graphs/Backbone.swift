extension Graph {
  /// The edges that hold the graph together locally: those between nodes with many common neighbors, and a spanning
  /// forest, so that the components stay. Shortcuts between distant parts are left out.
  ///
  /// The strength of an edge is the number of common neighbors of its ends divided by that of all their neighbors; without
  /// any, the number of edges between neighbors of one end and of the other, divided by that of these pairs, where nodes
  /// of more than 32 neighbors do not count. Edges of at least `minStrength` are kept. The forest takes the strongest edges first, of equal ones those whose ends have
  /// fewer neighbors, so that no node collects many, and of these a random one. Nodes and attributes stay.
  /// Cost: sorting of the edges, and for each edge the smaller degree of its ends, or at most 1024 neighbors of neighbors.
  /// Source: A. Nocaj, M. Ortmann and U. Brandes, “Untangling the hairballs of multi-centered, small-world online social
  /// media networks”, 2015, which takes other strengths and all maximum spanning trees.
  package func backbone(
    minStrength: Double, using generator: inout some RandomNumberGenerator
  ) -> Graph {
    let strengths = edgeStrengths()
    let ranked = sources.indices.map { edge in
      let degrees = [sources[edge], targets[edge]].map { degree(of: Int($0)) }.sorted()
      let weakness = UInt64(((1 - strengths[edge]) * 0x3FFF).rounded())
      // Within 14, 21, 13 and 16 bits.
      let rank =
        weakness << 50 | UInt64(min(degrees[1], 0x1F_FFFF)) << 29
        | UInt64(min(degrees[0], 0x1FFF)) << 16 | generator.next() >> 48
      return (rank: rank, edge: edge)
    }
    var forest = DisjointSets(count: nodeCount)
    var isKept = strengths.map { $0 >= minStrength }
    for (_, edge) in ranked.sorted(by: { $0.rank < $1.rank })
    where forest.join(Int(sources[edge]), Int(targets[edge])) {
      isKept[edge] = true
    }
    let kept = isKept.indices.filter { isKept[$0] }
    return Graph(self, nodes: Array(0..<nodeCount), edges: kept, remark: remark)
  }

  /// From 0 to 1.
  private func edgeStrengths() -> [Double] {
    /// Each edge with its end of more neighbors, in the order of these.
    let byHub = sources.indices.map { edge in
      let (source, target) = (sources[edge], targets[edge])
      let hub = degree(of: Int(source)) < degree(of: Int(target)) ? target : source
      return UInt64(hub) << 32 | UInt64(edge)
    }.sorted()
    var strengths = [Double](repeating: 0, count: edgeCount)
    /// The last hub that has the node as a neighbor.
    var hubs = [Int32](repeating: -1, count: nodeCount)
    var marked: Int32 = -1
    for item in byHub {
      let (hub, edge) = (Int32(item >> 32), Int(item & 0xFFFF_FFFF))
      if hub != marked {
        for node in neighbors(of: Int(hub)) { hubs[Int(node)] = hub }
        marked = hub
      }
      let other = sources[edge] == hub ? targets[edge] : sources[edge]
      let common = neighbors(of: Int(other)).count { hubs[Int($0)] == hub }
      let all = degree(of: Int(hub)) + degree(of: Int(other)) - common - 2
      strengths[edge] = all > 0 ? Double(common) / Double(all) : 1
      if common == 0, all > 0 {
        strengths[edge] = squares(from: other, to: hub) { hubs[Int($0)] == hub }
      }
    }
    return strengths
  }

  /// The edges between neighbors of `node` and of `hub`, as a part of the pairs of these; 0 where it would take long.
  /// Grids and rings of rings have no triangles, but many squares.
  private func squares(from node: Int32, to hub: Int32, isFar: (Int32) -> Bool) -> Double {
    let (near, far) = (neighbors(of: Int(node)), degree(of: Int(hub)))
    guard far <= 32, near.count > 1 else { return 0 }
    var count = 0
    for neighbor in near where neighbor != hub && degree(of: Int(neighbor)) <= 32 {
      count += neighbors(of: Int(neighbor)).count { $0 != node && isFar($0) }
    }
    return Double(count) / Double((near.count - 1) * (far - 1))
  }
}

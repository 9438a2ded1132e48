import ForceLabGraphs

/// All links at once, from the velocities at the start: every node sums over its own links, so that
/// threads can share the nodes.
struct LinkGather: LinkSprings {
  /// For both ends of each link, in the order of `Graph.neighbors`: its length in the first lane, and
  /// in the second its strength times the share of the correction that this end takes.
  private let springs: LaneStorage
  /// The predicted positions after the tick.
  private var storage: LaneStorage?

  /// Springs along the edges of `graph`, with a length and a strength for each.
  init(_ graph: Graph, length: (Int) -> Double, strength: (Int) -> Double) {
    springs = LaneStorage(count: graph.neighbors.count, lanes: 2)
    var next = graph.offsets
    for edge in 0..<graph.edgeCount {
      let (source, target) = (Int(graph.sources[edge]), Int(graph.targets[edge]))
      let (length, strength) = (length(edge), strength(edge))
      for (node, other) in [(source, target), (target, source)] {
        let link = Int(next[node])
        springs.lanes[0][link] = length
        springs.lanes[1][link] = strength * graph.share(of: node, besides: other)
        next[node] += 1
      }
    }
  }

  mutating func pull<P: Point>(_ world: World, _ alpha: Double, _: P.Type) {
    let particles = world.particles
    let (position, velocity) = (particles.position, particles.velocity)
    let places = LaneStorage.ensure(&storage, count: particles.count, lanes: P.scalarCount)
    world.forEachNodeBlock(work: 4) { nodes in
      for axis in 0..<P.scalarCount {
        let (place, x, v) = (places[axis], position[axis], velocity[axis])
        for node in nodes { place[node] = x[node] + v[node] }
      }
    }
    withLinks(of: world.graph) { links in
      world.forEachNodeBlock(work: links.work) { nodes in
        for node in nodes {
          let place = P(places, node)
          var sum = P()
          for link in links.range(of: node) {
            let other = links.neighbors[link]
            var way = P(places, Int(other)) - place
            if way == .zero { way = P(jiggle: Int32(node), other, seed: world.seed) }
            let distance = way.length
            sum += way * ((distance - links.lengths[link]) / distance * links.strengths[link])
          }
          (P(velocity, node) + sum * alpha).store(velocity, node)
        }
      }
    }
  }

  func potentialEnergy<P: Point>(of world: World, _: P.Type) -> Double {
    let position = world.particles.position
    var sum = 0.0
    withLinks(of: world.graph) { links in
      sum = world.sumOverNodes(work: links.work) { nodes in
        var sum = 0.0
        for node in nodes {
          let place = P(position, node)
          for link in links.range(of: node) {
            let distance = (P(position, Int(links.neighbors[link])) - place).length
            let stretch = distance - links.lengths[link]
            sum += links.strengths[link] * stretch * stretch
          }
        }
        return sum
      }
    }
    return sum / 4
  }

  /// The links of each node.
  private struct Links {
    let offsets: UnsafePointer<Int32>
    let neighbors: UnsafePointer<Int32>
    let lengths: UnsafePointer<Double>
    let strengths: UnsafePointer<Double>
    /// The cost of the links of a node, in pairwise interactions.
    let work: Int

    @inline(__always)
    func range(of node: Int) -> Range<Int> { Int(offsets[node])..<Int(offsets[node + 1]) }
  }

  @inline(__always)
  private func withLinks(of graph: Graph, _ body: (Links) -> Void) {
    let springs = springs.lanes
    graph.offsets.withUnsafeBufferPointer { offsets in
      graph.neighbors.withUnsafeBufferPointer { neighbors in
        guard let offsets = offsets.baseAddress, let neighbors = neighbors.baseAddress else {
          return
        }
        body(
          Links(
            offsets: offsets, neighbors: neighbors, lengths: springs[0], strengths: springs[1],
            work: 8 * graph.neighbors.count / max(1, graph.nodeCount)))
      }
    }
  }
}

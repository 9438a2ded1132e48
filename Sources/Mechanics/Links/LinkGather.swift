import ForceLabGraphs

/// All links at once: every node sums over its own links, so that threads can share the nodes.
struct LinkGather: Sendable {
  /// For both ends of each link, in the order of `Graph.neighbors`: its length in the first lane,
  /// and in the second its strength times the share of the correction that this end takes.
  private let springs: LaneStorage
  private let offsets: [Int32]
  private let neighbors: [Int32]
  /// The predicted positions after the tick.
  private var storage: LaneStorage?

  init(_ graph: Graph, length: (Int) -> Double, strength: (Int) -> Double) {
    springs = LaneStorage(count: graph.neighbors.count, lanes: 2)
    (offsets, neighbors) = (graph.offsets, graph.neighbors)
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

  /// Adds to the velocities what reduces the stretch of the springs after the tick.
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
    let (lengths, strengths) = (springs.lanes[0], springs.lanes[1])
    world.forEachNodeBlock(work: work) { [offsets, neighbors] nodes in
      for node in nodes {
        let place = P(places, node)
        var sum = P()
        for link in Int(offsets[node])..<Int(offsets[node + 1]) {
          let other = neighbors[link]
          var way = P(places, Int(other)) - place
          if way.squaredLength == 0 { way = P(jiggle: Int32(node), other, seed: world.seed) }
          let distance = way.length
          sum += way * ((distance - lengths[link]) / distance * strengths[link])
        }
        (P(velocity, node) + sum * alpha).store(velocity, node)
      }
    }
  }

  /// ¼·Σ strength·(r − length)², where both ends take half of each correction.
  func potentialEnergy<P: Point>(of world: World, _: P.Type) -> Double {
    let position = world.particles.position
    let (lengths, strengths) = (springs.lanes[0], springs.lanes[1])
    let sum = world.sumOverNodes(work: work) { nodes in
      var sum = 0.0
      for node in nodes {
        let place = P(position, node)
        for link in Int(offsets[node])..<Int(offsets[node + 1]) {
          let stretch = (P(position, Int(neighbors[link])) - place).length - lengths[link]
          sum += strengths[link] * stretch * stretch
        }
      }
      return sum
    }
    return sum / 4
  }

  /// The cost of the links of a node, in pairwise interactions.
  private var work: Int { 8 * neighbors.count / max(1, offsets.count - 1) }
}

import ForceLabCVectors
import ForceLabGraphs

/// The links one after another, each from the velocities that earlier ones changed, as in d3.
struct LinkSequence: Sendable {
  private let pairs: [CSpringPair]

  init(_ graph: Graph, length: (Int) -> Double, strength: (Int) -> Double) {
    pairs = graph.edgePairs().map { edges in
      var pair = CSpringPair()
      for one in 0..<2 {
        let edge = Int(edges[one])
        let (source, target) = (graph.sources[edge], graph.targets[edge])
        let (strength, bias) = (strength(edge), graph.share(of: Int(target), besides: Int(source)))
        (pair.sources[one], pair.targets[one]) = (source, target)
        pair.source_parts[one] = strength * (1 - bias)
        pair.target_parts[one] = strength * bias
        pair.lengths[one] = length(edge)
      }
      return pair
    }
  }

  func pull(_ world: World, _ alpha: Double) {
    let (position, velocity) = (world.particles.position, world.particles.velocity)
    pairs.withUnsafeBufferPointer { pairs in
      let springs = CSprings(
        pairs: pairs.baseAddress, count: pairs.count, dimensions: world.dimensions,
        positions: position.base, velocities: velocity.base, position_stride: position.stride,
        velocity_stride: velocity.stride, alpha: alpha, jiggle: jiggleInC, seed: world.seed)
      withUnsafePointer(to: springs) { csprings_pull($0) }
    }
  }

  func potentialEnergy<P: Point>(of world: World, _: P.Type) -> Double {
    let position = world.particles.position
    var sum = 0.0
    for pair in pairs {
      for one in 0..<(pair.sources[0] == pair.sources[1] ? 1 : 2) {
        let way = P(position, Int(pair.targets[one])) - P(position, Int(pair.sources[one]))
        let stretch = way.length - pair.lengths[one]
        sum += (pair.source_parts[one] + pair.target_parts[one]) * stretch * stretch
      }
    }
    return sum / 4
  }
}

extension Graph {
  /// The share of a link's correction that `node` takes: the end of lower degree moves more.
  func share(of node: Int, besides other: Int) -> Double {
    let (own, others) = (Double(degree(of: node)), Double(degree(of: other)))
    return others / (own + others)
  }

  /// All edges in pairs that share no node; a pair of one edge holds it twice.
  ///
  /// Edges that share a node keep their relative order, so that updates in the order of the pairs give the same bits as
  /// sequential ones; and successive pairs seldom share a node, so that the processor can overlap them. Each edge has a
  /// level above those of all earlier edges at its ends. Edges are sorted by level within windows, so that accesses
  /// stay local. Cost: linear.
  func edgePairs() -> [SIMD2<Int32>] {
    var pairs: [SIMD2<Int32>] = []
    pairs.reserveCapacity(edgeCount / 2)
    /// The level of the last edge at each node.
    var last = [Int32](repeating: 0, count: nodeCount)
    var (base, top): (Int32, Int32) = (0, 0)
    for start in stride(from: 0, to: edgeCount, by: Self.window) {
      let window = start..<min(start + Self.window, edgeCount)
      let levels = window.map { edge in
        let (source, target) = (Int(sources[edge]), Int(targets[edge]))
        let level = max(last[source], last[target], base) + 1
        (last[source], last[target]) = (level, level)
        top = max(top, level)
        return Int(level - base)
      }
      var counts = [Int](repeating: 0, count: Int(top - base) + 1)
      for level in levels { counts[level] += 1 }
      /// Where the next edge of each level goes; a pair has two places.
      var (places, end) = ([Int](), 2 * pairs.count)
      for count in counts {
        places.append(end)
        end += (count + 1) / 2 * 2
      }
      pairs += repeatElement(SIMD2(), count: end / 2 - pairs.count)
      for (edge, level) in zip(window, levels) {
        let place = places[level]
        pairs[place / 2][place % 2] = Int32(edge)
        if place % 2 == 0 { pairs[place / 2][1] = Int32(edge) }
        places[level] += 1
      }
      base = top
    }
    return pairs
  }

  /// The number of edges sorted together: their nodes fit into the cache of a core.
  private static let window = 8192
}

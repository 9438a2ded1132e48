import ForceLabGraphs

/// The links one after another, each from the velocities that earlier ones changed, as in d3.
struct LinkSequence: Sendable {
  private struct Spring {
    var source: Int32
    var target: Int32
    var length: Double
    /// The fractions of the stretch that the ends correct per tick.
    var sourcePart: Double
    var targetPart: Double
  }

  private let springs: [Spring]

  init(_ graph: Graph, length: (Int) -> Double, strength: (Int) -> Double) {
    springs = graph.edgesApart().map { edge in
      let edge = Int(edge)
      let (source, target) = (graph.sources[edge], graph.targets[edge])
      let (strength, bias) = (strength(edge), graph.share(of: Int(target), besides: Int(source)))
      return Spring(
        source: source, target: target, length: length(edge), sourcePart: strength * (1 - bias),
        targetPart: strength * bias)
    }
  }

  // Springs at one node depend on each other, so the latency from velocities to velocities counts:
  // length/d is computed as length/d²·d, where division and root overlap.
  func pull<P: Point>(_ world: World, _ alpha: Double, _: P.Type) {
    let (position, velocity) = (world.particles.position, world.particles.velocity)
    springs.withUnsafeBufferPointer { springs in
      for spring in springs {
        let (source, target) = (Int(spring.source), Int(spring.target))
        let (sourceVelocity, targetVelocity) = (P(velocity, source), P(velocity, target))
        var way = P(position, target) - P(position, source) + (targetVelocity - sourceVelocity)
        var square = way.squaredLength
        if square == 0 {
          way = P(jiggle: spring.source, spring.target, seed: world.seed)
          square = way.squaredLength
        }
        let stretch = 1 - spring.length / square * square.squareRoot()
        let (sourcePart, targetPart) = (alpha * spring.sourcePart, alpha * spring.targetPart)
        (targetVelocity - way * targetPart * stretch).store(velocity, target)
        (sourceVelocity + way * sourcePart * stretch).store(velocity, source)
      }
    }
  }

  func potentialEnergy<P: Point>(of world: World, _: P.Type) -> Double {
    let position = world.particles.position
    var sum = 0.0
    for spring in springs {
      let way = P(position, Int(spring.target)) - P(position, Int(spring.source))
      let stretch = way.length - spring.length
      sum += (spring.sourcePart + spring.targetPart) * stretch * stretch
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

  /// An order of the edges in which successive edges seldom share a node. Edges that do keep their
  /// relative order, so that sequential updates give the same bits; but the processor can overlap
  /// several updates. Each edge has a level above those of all earlier edges at its ends. Edges are
  /// sorted by level within windows, so that accesses stay local. Cost: linear.
  func edgesApart() -> [Int32] {
    var order: [Int32] = []
    order.reserveCapacity(edgeCount)
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
      var places = [Int](repeating: 0, count: Int(top - base) + 2)
      for level in levels { places[level + 1] += 1 }
      for level in 1..<places.count { places[level] += places[level - 1] }
      order += repeatElement(0, count: window.count)
      for edge in window {
        let level = levels[edge - start]
        order[start + places[level]] = Int32(edge)
        places[level] += 1
      }
      base = top
    }
    return order
  }

  /// The number of edges sorted together: their nodes fit into the cache of a core.
  private static let window = 8192
}

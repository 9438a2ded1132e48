import Graphs

/// The links one by one, each seeing what those before it did: d3-force's order.
struct LinkSequence: Sendable {
  private struct Spring {
    var source: Int32
    var target: Int32
    var length: Double
    var strength: Double
    /// The part of the correction that the target takes.
    var bias: Double
  }

  private var springs: [Spring] = []

  init() {}

  /// Springs along the edges of `graph`, with a length and a strength for each.
  init(_ graph: Graph, length: (Int) -> Double, strength: (Int) -> Double) {
    springs = graph.edgesApart().map { edge in
      let edge = Int(edge)
      let (source, target) = (graph.sources[edge], graph.targets[edge])
      return Spring(
        source: source, target: target, length: length(edge), strength: strength(edge),
        bias: graph.share(of: Int(target), besides: Int(source)))
    }
  }

  /// Adds to the velocities what makes up for the springs' stretch after the tick.
  func pull<P: Point>(_ world: World, _ alpha: Double, _: P.Type) {
    let (position, velocity) = (world.particles.position, world.particles.velocity)
    springs.withUnsafeBufferPointer { springs in
      for spring in springs {
        let (source, target) = (Int(spring.source), Int(spring.target))
        let (sourceVelocity, targetVelocity) = (P(velocity, source), P(velocity, target))
        var way = P(position, target) + targetVelocity - P(position, source) - sourceVelocity
        if way == .zero { way = P(jiggle: spring.source, spring.target, seed: world.seed) }
        let distance = way.length
        way *= (distance - spring.length) / distance * alpha * spring.strength
        (targetVelocity - way * spring.bias).store(velocity, target)
        (sourceVelocity + way * (1 - spring.bias)).store(velocity, source)
      }
    }
  }

  /// ¼·Σ strength·(r − length)².
  func potentialEnergy<P: Point>(of world: World, _: P.Type) -> Double {
    let position = world.particles.position
    var sum = 0.0
    for spring in springs {
      let way = P(position, Int(spring.target)) - P(position, Int(spring.source))
      let stretch = way.length - spring.length
      sum += spring.strength * stretch * stretch
    }
    return sum / 4
  }
}

extension Graph {
  /// The part of a link's correction that `node` takes: the end of lower degree moves more.
  func share(of node: Int, besides other: Int) -> Double {
    let (own, others) = (Double(degree(of: node)), Double(degree(of: other)))
    return others / (own + others)
  }
}

extension World {
  /// The sum of `body` over blocks of nodes, which are shared among the threads. Blocks have a
  /// fixed size and are added in order, so that no bit depends on the threads. `work` is about how
  /// many pairwise interactions cost as much as one node.
  @inline(__always) func sumOverNodes(work: Int, _ body: (Range<Int>) -> Double) -> Double {
    guard nodeBlocks > 1 else { return body(nodes(ofBlock: 0)) }
    return results(of: nodeBlocks, work: work * Self.nodeBlock) { block, _ in
      body(nodes(ofBlock: block))
    }.reduce(0, +)
  }

  /// Calls `body` with blocks of 1024 nodes, small enough that 10⁴ nodes occupy all threads.
  @inline(__always) func forEachNodeBlock(work: Int, _ body: (Range<Int>) -> Void) {
    let size = 1024
    share((particles.count + size - 1) / size, work: work * size) { block, _ in
      body(nodes(ofBlock: block, size: size))
    }
  }

  /// v ← `brake`·v and x ← x + `step`·v for every node.
  public func drift(_ step: Double = 1, braking brake: Double = 1) -> Movement {
    dimensions == 2 ? drift(SIMD2.self, step, brake) : drift(SIMD3.self, step, brake)
  }

  private func drift<P: Point>(_: P.Type, _ step: Double, _ brake: Double) -> Movement {
    guard nodeBlocks > 1 else { return particles.drift(P.self, nodes(ofBlock: 0), step, brake) }
    return results(of: nodeBlocks, work: 8 * Self.nodeBlock) { block, _ in
      particles.drift(P.self, nodes(ofBlock: block), step, brake)
    }.reduce(into: Movement()) {
      $0.total += $1.total
      $0.include($1.maximum)
    }
  }

  private var nodeBlocks: Int { max(1, (particles.count + Self.nodeBlock - 1) / Self.nodeBlock) }

  private func nodes(ofBlock block: Int, size: Int = World.nodeBlock) -> Range<Int> {
    block * size..<min((block + 1) * size, particles.count)
  }

  /// The size of a block: small enough for a core's cache.
  private static let nodeBlock = 8192
}

extension Movement {
  /// Makes `length` the maximum if it is greater, or is not a number, which must not go unseen.
  @inline(__always) fileprivate mutating func include(_ length: Double) {
    maximum = length > maximum || length.isNaN ? length : maximum
  }
}

extension Particles {
  fileprivate func drift<P: Point>(
    _: P.Type, _ nodes: Range<Int>, _ step: Double, _ brake: Double
  ) -> Movement {
    let (position, velocity) = (position, velocity)
    var movement = Movement()
    for node in nodes {
      let braked = P(velocity, node) * brake
      let way = braked * step
      braked.store(velocity, node)
      (P(position, node) + way).store(position, node)
      let length = way.length
      movement.total += length
      movement.include(length)
    }
    return movement
  }
}

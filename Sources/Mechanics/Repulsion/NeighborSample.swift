import ForceLabPlugins

/// For each node, the nearest of some random others. Each tick tries one more.
struct NeighborSample: Sendable {
  private(set) var count = 0

  private var others = Buffer<Int32>()
  private var nodes = 0
  private var tick: Int?

  /// Tries another candidate for each node, once in a tick; the first time it draws `count`.
  mutating func advance(to world: World, count: Int) {
    guard tick != world.tick || nodes != world.particles.count else { return }
    // Copies of a plugin never share working memory.
    if !isKnownUniquelyReferenced(&others) { others = Buffer(others.elements) }
    others.resize(count * world.particles.count)
    let isNew = tick == nil || nodes != world.particles.count
    (tick, nodes, self.count) = (world.tick, world.particles.count, count)
    guard count > 0 else { return }
    // No two nodes share memory.
    let (shared, base) = (world.particles, others.base)
    let (size, seed, now) = (nodes, world.seed, world.tick)
    world.share((size + 63) / 64, work: 64 * 2 * count) { block, _ in
      for node in block * 64..<min(block * 64 + 64, size) {
        var generator = SeededGenerator(
          seed: SeededGenerator.mix(seed &+ 2), stream: UInt64(now) << 32 | UInt64(node))
        let own = base + node * count
        if isNew {
          Self.fill(own, count, of: node, size, &generator)
        } else {
          let other = generator.index(below: size - 1)
          Self.show(other < node ? other : other + 1, to: node, own, count, shared)
        }
      }
    }
  }

  /// Draws `count` of the `size` − 1 other nodes without replacement (Floyd's method).
  private static func fill(
    _ own: UnsafeMutablePointer<Int32>, _ count: Int, of node: Int, _ size: Int,
    _ generator: inout SeededGenerator
  ) {
    for index in 0..<count {
      let last = size - 1 - count + index
      let drawn = generator.index(below: last + 1)
      let isThere = (0..<index).contains { own[$0] == Int32(drawn) }
      own[index] = Int32(isThere ? last : drawn)
    }
    for index in 0..<count where own[index] >= Int32(node) { own[index] += 1 }
  }

  /// Replaces the farthest neighbor by `other` if `other` is nearer.
  private static func show(
    _ other: Int, to node: Int, _ own: UnsafeMutablePointer<Int32>, _ count: Int,
    _ particles: Particles
  ) {
    func squaredDistance(_ other: Int) -> Double {
      (0..<particles.dimensions).reduce(0) { sum, axis in
        let way = particles.position[axis][other] - particles.position[axis][node]
        return sum + way * way
      }
    }
    var (farthest, maximum) = (0, -1.0)
    for index in 0..<count {
      if own[index] == Int32(other) { return }
      let distance = squaredDistance(Int(own[index]))
      if distance > maximum { (farthest, maximum) = (index, distance) }
    }
    if squaredDistance(other) < maximum { own[farthest] = Int32(other) }
  }

  func append(
    to sources: SourceList, of node: Int, _ particles: Particles, _ charges: UnsafePointer<Double>
  ) {
    for index in node * count..<(node + 1) * count {
      sources.append(Int(others[index]), of: particles, charges)
    }
  }
}

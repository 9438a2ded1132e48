import ForceLabPlugins

/// Sums all pairs of nodes; O(n²).
public struct Exact: Repulsion {
  @Scratch private var stripes: [LaneStorage?] = []

  public init() {}

  public static let manual = Manual<Self>(
    "exact", "Sums all pairs; O(n²), without any error but rounding.",
    formula: """
      F = Σ q·f(r²)·δ over all other nodes, δ to the other, r = ‖δ‖, q its charge, f the law
      n·(n − 1)/2 pairs, each summed once if all charges are equal
      """,
    source: "The definition of a pairwise force")

  public static func statedError(dimensions: Int) -> Double { 0 }

  public mutating func add(_ sum: PairSum, times scale: Double, to field: Lanes, in world: World) {
    if sum.quantity == .force, let cLaw = sum.cLaw, cLaw.nearSquaredDistance < .infinity,
      world.particles.count > 1,
      let charge = PairSum.commonCharge(sum.charges, count: world.particles.count),
      Double.fitSquares(of: Bodies(world.particles))
    {
      addMutually(sum, times: scale * charge, to: field, in: world)
    } else {
      Self.addEach(sum, times: scale, to: field, in: world)
    }
  }

  /// Sums each pair once, in stripes of blocks that threads share; each stripe has its own sums.
  private mutating func addMutually(
    _ sum: PairSum, times scale: Double, to field: Lanes, in world: World
  ) {
    let (particles, axes) = (world.particles, world.dimensions)
    let count = particles.count
    let blocks = (count + Self.mutualBlock - 1) / Self.mutualBlock
    let striped = min(blocks, Self.stripeCount)
    while stripes.count < striped { stripes.append(nil) }
    for stripe in 0..<striped {
      let sums = LaneStorage.ensure(&stripes[stripe], count: count, lanes: axes)
      for axis in 0..<axes { sums[axis].update(repeating: 0, count: count) }
    }
    let nodes = Bodies(particles)
    world.share(striped, work: count * count / striped) { [stripes] stripe, _ in
      guard let sums = stripes[stripe]?.lanes else { return }
      for block in stride(from: stripe, to: blocks, by: Self.stripeCount) {
        let start = block * Self.mutualBlock
        sum.addMutualForces(
          nodes, block: start..<min(start + Self.mutualBlock, count), seed: world.seed, to: sums)
      }
    }
    guard let total = stripes[0]?.lanes else { return }
    for axis in 0..<axes {
      for stripe in 1..<max(1, striped) {
        guard let part = stripes[stripe]?.lanes else { continue }
        for node in 0..<count { total[axis][node] += part[axis][node] }
      }
      for node in 0..<count { field[axis][node] += total[axis][node] * scale }
    }
  }

  static func addEach(_ sum: PairSum, times scale: Double, to field: Lanes, in world: World) {
    let nodes = Bodies(world.particles)
    addEach(sum, on: nodes, ids: world.identity.base, times: scale, to: field, in: world)
  }

  /// The same for some `targets`, which are the nodes `ids`.
  static func addEach(
    _ sum: PairSum, on targets: Bodies<Double>, ids: UnsafePointer<Int32>, times scale: Double,
    to field: Lanes, in world: World
  ) {
    let sources = Bodies(world.particles, charges: sum.charges)
    let (identity, blocks) = (world.identity, (targets.count + block - 1) / block)
    world.share(blocks, work: sources.count * block) { index, _ in
      let range = index * block..<min((index + 1) * block, targets.count)
      var pairs = InteractionList(
        targets: targets.lanes, targetRange: range, targetIDs: ids, sources: sources,
        sourceIDs: identity.base, seed: world.seed)
      // Each pair is summed once, and doubled.
      if sum.quantity == .potential {
        (pairs.sources.count, pairs.sources.doubled) = (range.upperBound, range.lowerBound)
      }
      pairs.add(sum, times: scale, to: field)
    }
  }

  /// The number of targets of a list.
  private static let block = 64
  /// The number of nodes of a block of pairs: a multiple of eight.
  private static let mutualBlock = 512
  /// The bits of sums depend on the number of stripes, so it is constant.
  private static let stripeCount = 8
}

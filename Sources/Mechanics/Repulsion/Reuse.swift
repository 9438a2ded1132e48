import ForceLabPlugins

/// Another strategy, whose tree is built only every so many ticks.
///
/// In between, near nodes act from where they are, and groups from where they were.
public struct Reuse: Repulsion {
  /// Every how many ticks the other strategy is asked.
  public var every = 13
  /// The other strategy.
  public var of: any Repulsion = KDTree()

  @Scratch private var period: Int?
  @Scratch private var count = 0

  public init() {}

  public init(every: Int = 13, of: any Repulsion = KDTree()) {
    (self.every, self.of) = (every, of)
  }

  public static let manual = Manual<Self>(
    "reuse",
    "Builds the tree of another strategy every so many ticks: in between, near nodes act from where "
      + "they are, and groups of nodes from where they were.",
    parameters: [
      Parameter(
        "every", \.every, within: Bounds(1...1_000_000), unit: "ticks",
        "Every how many ticks the tree is built; 1 is the other strategy itself."),
      Parameter("of", \.of, of: .repulsion, "The other strategy."),
    ],
    formula: "tick t takes the tree of tick t − (t − 1) mod every",
    source: "Gove 2018, “It Pays to Be Lazy”, the uniform schedule of 13")

  /// That of `kd-tree`, in a tick in which the tree is built; it grows with how far the nodes have
  /// moved since.
  public static func statedError(dimensions: Int) -> Double {
    KDTree.statedError(dimensions: dimensions)
  }

  public func check() throws(ParameterError) {
    guard of.canBeReused else {
      throw ParameterError(
        "nothing that '\(of.name)' makes can be reused; use 'kd-tree' or 'barnes-hut'",
        parameter: "of")
    }
  }

  public func check(_ law: any PairForce, dimensions: Int) throws(ParameterError) {
    try of.check(law, dimensions: dimensions)
  }

  public var givesPotentials: Bool { of.givesPotentials }

  public mutating func add(
    _ sum: PairSum, times scale: Double, to field: Lanes, in world: World
  ) {
    // Ticks are counted from 1.
    let now = (world.tick + every - 1) / every
    if every > 1, of.canBeReused, period == now, count == world.particles.count {
      of.addReusing(sum, times: scale, to: field, in: world)
    } else {
      (period, count) = (now, world.particles.count)
      of.add(sum, times: scale, to: field, in: world)
    }
  }
}

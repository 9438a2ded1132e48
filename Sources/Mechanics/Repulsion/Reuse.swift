import ForceLabPlugins

/// Rebuilds the tree of another strategy only every few ticks.
public struct Reuse: Repulsion {
  public var every = 13
  public var of: any Repulsion = KDTree()

  @Scratch private var period: Int?
  /// A strategy for each list of charges, by its key, and those whose tree is of this period.
  @Scratch private var trees: [UInt64: any Repulsion] = [:]
  @Scratch private var built: Set<UInt64> = []

  public init() {}

  public static let manual = Manual<Self>(
    "reuse",
    "Builds the tree of another strategy only every few ticks; in between, near nodes act from their "
      + "present positions and groups from old ones.",
    parameters: [
      Parameter(
        "every", \.every, within: Bounds(1...1_000_000), unit: "ticks",
        "Ticks per tree; 1 is the other strategy itself."),
      Parameter("of", \.of, of: .repulsion, "The other strategy."),
    ],
    formula: "tick t uses the tree of tick t − (t − 1) mod every",
    source: "Gove 2018, “It Pays to Be Lazy”, the uniform schedule of 13")

  /// That of `kd-tree` in a tick that builds a tree; it grows with the movement since then.
  public static func statedError(dimensions: Int) -> Double {
    KDTree.statedError(dimensions: dimensions)
  }

  public var isRandom: Bool { of.isRandom }

  public func check() throws(ParameterError) {
    guard of.canBeReused else {
      throw ParameterError(
        "'\(of.name)' has no tree to reuse; use 'kd-tree' or 'barnes-hut'", parameter: "of")
    }
  }

  public func check(_ law: any PairForce, dimensions: Int) throws(ParameterError) {
    try of.check(law, dimensions: dimensions)
  }

  public var givesPotentials: Bool { of.givesPotentials }

  public mutating func add(_ sum: PairSum, times scale: Double, to field: Lanes, in world: World) {
    // Ticks count from 1.
    let now = (world.tick + every - 1) / every
    let (new, key) = (of, Self.key(of: sum.charges, count: world.particles.count))
    if period != now { (period, built) = (now, []) }
    // Charges may change in every tick.
    if trees[key] == nil, trees.count == Self.maxTrees { (trees, built) = ([:], []) }
    if every > 1, of.canBeReused, !built.insert(key).inserted {
      trees[key]?.addReusing(sum, times: scale, to: field, in: world)
    } else {
      trees[key, default: new].add(sum, times: scale, to: field, in: world)
    }
  }

  private static let maxTrees = 8

  /// A hash of the charges and their number.
  private static func key(of charges: UnsafePointer<Double>, count: Int) -> UInt64 {
    (0..<count).reduce(UInt64(count)) { SeededGenerator.mix($0 ^ charges[$1].bitPattern) }
  }
}

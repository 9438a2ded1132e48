import ForceLabPlugins

/// Sums all pairs of few nodes, and otherwise by another strategy.
public struct Automatic: Repulsion {
  public var exactUpTo = 1000
  public var above: any Repulsion = KDTree()
  @Scratch private var exact = Exact()

  public init() {}

  public static let manual = Manual<Self>(
    "automatic", "Sums all pairs of few nodes, and otherwise by a strategy for many.",
    parameters: [
      Parameter(
        "exact-up-to", \.exactUpTo, within: Bounds(0...1_000_000), unit: "nodes",
        "The largest number of nodes for which all pairs are summed."),
      Parameter("above", \.above, of: .repulsion, "The strategy for more nodes."),
    ],
    formula: "exact if n ≤ exact-up-to, else above",
    source: "Gephi's ForceAtlas2 and igraph's Fruchterman–Reingold, which switch at 1000 nodes")

  /// That of `kd-tree`.
  public static func statedError(dimensions: Int) -> Double {
    KDTree.statedError(dimensions: dimensions)
  }

  public var isRandom: Bool { above.isRandom }
  public var givesPotentials: Bool { above.givesPotentials }

  public func reach(count: Int) -> Double {
    count <= exactUpTo ? .infinity : above.reach(count: count)
  }

  public func check(_ law: any PairForce, dimensions: Int) throws(ParameterError) {
    try above.check(law, dimensions: dimensions)
  }

  public mutating func add(_ sum: PairSum, times scale: Double, to field: Lanes, in world: World) {
    if world.particles.count <= exactUpTo {
      exact.add(sum, times: scale, to: field, in: world)
    } else {
      above.add(sum, times: scale, to: field, in: world)
    }
  }
}

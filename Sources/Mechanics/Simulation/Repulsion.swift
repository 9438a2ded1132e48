import ForceLabPlugins

/// A strategy to sum a pairwise force over all nodes. It uses only positions and charges, so any law
/// works with any strategy.
public protocol Repulsion: Plugin {
  /// An upper bound of the RMS error of the forces relative to the RMS force, for uniform nodes and
  /// default parameters: 0 if exact, ∞ if the error has no bound. Tests check it for every law.
  static func statedError(dimensions: Int) -> Double
  /// Adds `scale` times `sum` over all other nodes to `field`, for each node. The bits must not
  /// depend on the number of threads, nor on sums of potentials. What is kept of earlier forces may
  /// choose how nodes are grouped.
  mutating func add(_ sum: PairSum, times scale: Double, to field: Lanes, in world: World)
  /// The same with the tree of the last call: groups of nodes act from their positions in that
  /// call, near nodes from their current ones. Called only if the strategy `canBeReused`.
  mutating func addReusing(_ sum: PairSum, times scale: Double, to field: Lanes, in world: World)
  /// Whether its tree can be used again after small movements of the nodes; false by default.
  var canBeReused: Bool { get }
  /// Whether sums of potentials approximate those over all pairs; true by default.
  var givesPotentials: Bool { get }
  /// The distance beyond which `count` nodes do not act on each other; ∞ by default.
  func reach(count: Int) -> Double
  /// Throws if the strategy cannot sum `law`; by default it can sum all.
  func check(_ law: any PairForce, dimensions: Int) throws(ParameterError)
}

extension PluginKind {
  public static let repulsion = PluginKind(
    "repulsion", plural: "repulsion strategies", "Sum the pairwise forces over all nodes.")
}

extension Repulsion {
  public static var kind: PluginKind { .repulsion }
  public mutating func addReusing(
    _ sum: PairSum, times scale: Double, to field: Lanes, in world: World
  ) { add(sum, times: scale, to: field, in: world) }
  public var canBeReused: Bool { false }
  public var givesPotentials: Bool { true }
  public func reach(count: Int) -> Double { .infinity }
  public func check(_ law: any PairForce, dimensions: Int) throws(ParameterError) {}
}

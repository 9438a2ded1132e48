import ForceLabPlugins

/// A plugin that says how a pairwise force is summed over all pairs of nodes.
///
/// It knows nodes and distances, not forces: any law works under any strategy.
public protocol Repulsion: Plugin {
  /// At most how large the root mean square error of the pairwise forces is on uniformly placed
  /// nodes with the default parameters, as a part of the root mean square force; 0 if exact, ∞ if
  /// the sums are no approximation of the forces. Tests hold it to that, for every law.
  static func statedError(dimensions: Int) -> Double
  /// Adds to `field`, for each node, `scale` times what `sum` comes to there over all other nodes.
  ///
  /// No bit of it may depend on the number of threads, nor on what was summed before.
  mutating func add(_ sum: PairSum, times scale: Double, to field: Lanes, in world: World)
  /// The same over the tree of the last call, whose groups of nodes act from where they were then;
  /// near nodes act from where they are. Asked only if the strategy `canBeReused`.
  mutating func addReusing(_ sum: PairSum, times scale: Double, to field: Lanes, in world: World)
  /// Whether the strategy keeps something that stays nearly right when the nodes have moved a little.
  var canBeReused: Bool { get }
  /// Whether the sum of the potentials is near that over all pairs.
  var givesPotentials: Bool { get }
  /// Finds that this is no way to sum `law`.
  func check(_ law: any PairForce, dimensions: Int) throws(ParameterError)
}

extension PluginKind {
  /// Repulsion strategies.
  public static let repulsion = PluginKind(
    "repulsion", plural: "repulsion strategies", "Sum the pairwise forces over all nodes.")
}

extension Repulsion {
  /// Strategies are of the kind `repulsion`.
  public static var kind: PluginKind { .repulsion }
  /// As anew, unless the strategy says otherwise.
  public mutating func addReusing(
    _ sum: PairSum, times scale: Double, to field: Lanes, in world: World
  ) {
    add(sum, times: scale, to: field, in: world)
  }
  /// It does not, unless the strategy says otherwise.
  public var canBeReused: Bool { false }
  /// It is, unless the strategy says otherwise.
  public var givesPotentials: Bool { true }
  /// Every law can be summed, unless the strategy says otherwise.
  public func check(_ law: any PairForce, dimensions: Int) throws(ParameterError) {}
}

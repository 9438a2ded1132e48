import Plugins

/// A plugin that says how a pairwise force is summed over all pairs of nodes.
///
/// It knows nodes and distances, not forces: any law works under any strategy.
public protocol Repulsion: Plugin {
  /// At most how large the root mean square error of the pairwise forces is on uniformly placed
  /// nodes with the default parameters, as a part of the root mean square force; 0 if exact.
  /// Tests hold it to that, for every law.
  static func statedError(dimensions: Int) -> Double
  /// Adds to `field`, for each node, `scale` times what `sum` comes to there over all other nodes.
  ///
  /// No bit of it may depend on the number of threads, nor on what was summed before.
  mutating func add(_ sum: PairSum, times scale: Double, to field: Lanes, in world: World)
}

extension PluginKind {
  /// Repulsion strategies.
  public static let repulsion = PluginKind(
    "repulsion", plural: "repulsion strategies", "Sum the pairwise forces over all nodes.")
}

extension Repulsion {
  /// Strategies are of the kind `repulsion`.
  public static var kind: PluginKind { .repulsion }
}

import Plugins

/// A plugin that says how a pairwise force is summed over all pairs of nodes.
///
/// It knows nodes and distances, not forces: any law works under any strategy.
public protocol Repulsion: Plugin {
  /// At most how large the root mean square error of the pairwise forces is on uniformly placed
  /// nodes with the default parameters, as a part of the root mean square force; 0 if exact.
  /// Tests hold it to that, for every law.
  static func statedError(dimensions: Int) -> Double
  /// Gives `body` every node once as a target, with all that acts on it as sources, and returns the
  /// sum of what `body` returns, in an order that does not depend on the number of threads.
  ///
  /// The lists are valid only while `body` runs. It may run on several threads at a time, with
  /// different targets.
  mutating func visit(_ world: World, _ body: (Interactions) -> Double) -> Double
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

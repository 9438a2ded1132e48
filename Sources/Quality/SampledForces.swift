import ForceLabPlugins

/// The pairwise forces on some nodes, by a repulsion strategy and exact.
public struct SampledForces: Sendable {
  /// The sums of the strategy: a list per axis, with a number per sampled node.
  public let summed: [[Double]]
  /// The exact sums, in the same form.
  public let exact: [[Double]]

  public init(summed: [[Double]], exact: [[Double]]) { (self.summed, self.exact) = (summed, exact) }

  /// Enough nodes for the 99th percentile of an error; the pairs with n others take seconds at most.
  static let maxCount = 1000

  /// The nodes to sample of `count`: all, or 1 000 drawn with a fixed seed if there are more.
  public static func nodes(of count: Int) -> [Int] {
    guard count > maxCount else { return Array(0..<count) }
    var generator = SeededGenerator(seed: 0)
    return (0..<count).shuffled(using: &generator).prefix(maxCount).sorted()
  }
}

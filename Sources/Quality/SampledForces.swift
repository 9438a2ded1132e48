import ForceLabPlugins

/// The pairwise forces on some nodes, as a strategy sums them and pair by pair.
public struct SampledForces: Sendable {
  /// As the strategy sums them: a list per axis, with a number per sampled node.
  public let summed: [[Double]]
  /// Pair by pair, in the same form.
  public let exact: [[Double]]

  /// Forces on the same nodes, summed in both ways: a list per axis.
  public init(summed: [[Double]], exact: [[Double]]) {
    self.summed = summed
    self.exact = exact
  }

  /// So many nodes tell the 99th percentile of an error, and n times as many pairs take seconds.
  static let greatestCount = 1000

  /// The nodes to sample of `count`: all up to 1 000 of them, else 1 000 drawn by a fixed seed.
  public static func nodes(of count: Int) -> [Int] {
    guard count > greatestCount else { return Array(0..<count) }
    var generator = SeededGenerator(seed: 0)
    return (0..<count).shuffled(using: &generator).prefix(greatestCount).sorted()
  }
}

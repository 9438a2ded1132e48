import ForceLabSettings
import Foundation

/// The signed-rank test of Wilcoxon 1945: whether differences within pairs are symmetric about zero.
///
/// Differences of zero are left out. The p-value is exact for up to 50 differences without ties and
/// zeros, and for up to 13 with them (then over all signs of the given ranks); for more, it is that of
/// the normal approximation with a correction for ties and without one for continuity. That is what
/// `scipy.stats.wilcoxon` does.
public struct SignedRankTest: Sendable {
  /// The number of differences that are not zero.
  public let count: Int
  /// The sums of the ranks of positive and of negative differences.
  public let positive: Double
  public let negative: Double
  /// The two-sided p-value; 1 if no difference is left.
  public let p: Double
  public let isExact: Bool

  private static let maxExact = 50
  private static let maxExactWithTies = 13

  /// Differences may be infinite, but not NaN. Cost: n log n, and n³ for an exact p-value.
  public init(_ differences: [Double]) {
    let kept = differences.filter { $0 != 0 }
    let (ranks, ties) = averageRanks(kept.map(\.magnitude))
    let isPlain = ties == 0 && kept.count == differences.count
    count = kept.count
    positive = zip(kept, ranks).reduce(0) { $0 + ($1.0 > 0 ? $1.1 : 0) }
    negative = zip(kept, ranks).reduce(0) { $0 + ($1.0 < 0 ? $1.1 : 0) }
    isExact = differences.count <= (isPlain ? Self.maxExact : Self.maxExactWithTies)
    p =
      kept.isEmpty
      ? 1
      : isExact
        ? Self.exact(ranks, min(positive, negative))
        : Self.approximate(Double(kept.count), ties, positive)
  }

  /// Twice the share of all signs whose positive ranks sum to at most `minimum`. Ranks are doubled, so
  /// that shared ranks are whole numbers.
  private static func exact(_ ranks: [Double], _ minimum: Double) -> Double {
    let doubled = ranks.map { Int(clamping: 2 * $0) }
    var ways = [1.0] + [Double](repeating: 0, count: doubled.reduce(0, +))
    var reach = 0
    for rank in doubled {
      for sum in stride(from: reach, through: 0, by: -1) { ways[sum + rank] += ways[sum] }
      reach += rank
    }
    let below = ways[...Int(clamping: 2 * minimum)].reduce(0, +)
    return min(1, 2 * below / pow(2, Double(ranks.count)))
  }

  private static func approximate(_ n: Double, _ ties: Double, _ positive: Double) -> Double {
    let variance = (n * (n + 1) * (2 * n + 1) - ties / 2) / 24
    let z = (positive - n * (n + 1) / 4) / variance.squareRoot()
    return erfc(z.magnitude / 2.0.squareRoot())
  }
}

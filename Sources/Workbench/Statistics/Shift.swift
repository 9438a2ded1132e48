import Foundation

/// The shift between two samples, with a 95 % confidence interval.
///
/// The interval is that of the sign test or of the rank-sum test. It covers the true shift in at least
/// 95 % of cases, whatever the distribution. (A percentile bootstrap of the median covers it in 91 to
/// 94 % with five to ten pairs.)
///
/// **Measured coverage** in 2000 simulated studies each: log-normal times with σ = 3 %, one in twenty of
/// them 20 to 200 % slower, with a drift that pairs share.
///
/// | repeats | 4 | 5 | 6 | 8 | 10 | 20 | 30 |
/// |---|---|---|---|---|---|---|---|
/// | in pairs | | | 97.0 % | 99.6 % | 97.9 % | 96.3 % | 95.5 % |
/// | unpaired | 97.7 % | 96.7 % | 95.5 % | 95.9 % | 96.5 % | 95.2 % | 95.4 % |
public struct Shift: Sendable, Hashable {
  /// The median of the differences within pairs, or of all differences (Hodges and Lehmann 1963).
  public let estimate: Double
  /// The 95 % confidence interval; nil if the samples are too small.
  public let interval: ClosedRange<Double>?

  /// The minimum of six differences exceeds their true median with probability 2⁻⁶.
  public static let minPairs = 6
  public static let minUnpaired = 4

  /// The probability beyond either bound.
  static let tail = 0.025

  /// Nil without `differences`. With `comparisons` above 1, this is one of as many intervals of which
  /// all hold with 95 % confidence (Bonferroni). Source: the sign test, Thompson 1936. Cost: n log n.
  public init?(pairs differences: [Double], comparisons: Int = 1) {
    guard !differences.isEmpty else { return nil }
    let sorted = differences.sorted()
    estimate = quantile(sorted, 0.5)
    let beyond = Self.beyondSigns(sorted.count, tail: Self.tail / Double(comparisons))
    interval = beyond > 0 ? sorted[beyond - 1]...sorted[sorted.count - beyond] : nil
  }

  /// The shift from the finite numbers of `base` to those of `new`; nil if one is empty.
  ///
  /// Source: Hodges and Lehmann 1963, with the bounds of the rank-sum test (Moses 1953). Cost: a few
  /// hundred passes over the numbers.
  public init?(from base: [Double], to new: [Double]) {
    guard !base.isEmpty, !new.isEmpty else { return nil }
    let differences = CrossDifferences(base, new)
    estimate = differences.median
    let beyond = RankSum(base.count, new.count).ranksBeyond(Self.tail)
    interval =
      beyond > 0
      ? differences[rank: beyond]...differences[rank: differences.count + 1 - beyond] : nil
  }

  /// The largest k with P(Bin(count, ½) < k) ≤ tail.
  static func beyondSigns(_ count: Int, tail: Double = tail) -> Int {
    var chance = 0.0
    for k in 0..<count {
      chance += signChance(count, k)
      if chance > tail { return k }
    }
    return 0
  }

  /// P(Bin(count, ½) = k).
  private static func signChance(_ count: Int, _ k: Int) -> Double {
    // Binomial coefficients overflow; their logarithms do not.
    let ways = lgamma(Double(count + 1)) - lgamma(Double(k + 1)) - lgamma(Double(count - k + 1))
    return exp(ways - Double(count) * log(2))
  }
}

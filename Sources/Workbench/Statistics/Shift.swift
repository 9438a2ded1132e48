import Foundation

/// By how much numbers of one kind lie beside those of another, and between which bounds.
///
/// The bounds are exact: whatever the distribution of the numbers, they hold the true shift in 95 %
/// of cases or more, because they are those of the sign test and of the rank-sum test. (A percentile
/// bootstrap of the median holds it in 91 to 94 % with five to ten pairs.)
///
/// **Measured** on simulated timings, log-normal with σ = 3 %, one in twenty 20 to 200 % slower, those
/// of pairs with a drift in common: the share of 2000 studies whose bounds hold the true ratio.
///
/// | repeats | 4 | 5 | 6 | 8 | 10 | 20 | 30 |
/// |---|---|---|---|---|---|---|---|
/// | in pairs | | | 97.0 % | 99.6 % | 97.9 % | 96.3 % | 95.5 % |
/// | unpaired | 97.7 % | 96.7 % | 95.5 % | 95.9 % | 96.5 % | 95.2 % | 95.4 % |
public struct Shift: Sendable, Hashable {
  /// The shift: of pairs, the median of their differences; else the median of the differences of
  /// every number from every other (Hodges and Lehmann 1963).
  public let estimate: Double
  /// The 95 % confidence interval; nil if there are too few numbers for one.
  public let interval: ClosedRange<Double>?

  /// The fewest pairs that give an interval: the least of six differences exceeds their true median
  /// with a chance of 2⁻⁶.
  public static let leastPairs = 6
  /// The fewest numbers on each side that give an interval without pairs.
  public static let leastUnpaired = 4

  /// What may lie beyond either bound.
  static let tail = 0.025

  /// The shift within pairs, from the `differences` of each; nil if there are none.
  ///
  /// They must be finite. Source: the order statistics that the sign test leaves; Thompson 1936.
  /// Cost: n log n.
  public init?(pairs differences: [Double]) {
    guard !differences.isEmpty else { return nil }
    let sorted = differences.sorted()
    estimate = quantile(sorted, 0.5)
    let beyond = Self.beyondSigns(sorted.count)
    interval = beyond > 0 ? sorted[beyond - 1]...sorted[sorted.count - beyond] : nil
  }

  /// The shift from the numbers of `base` to those of `new`; nil if there are none on a side.
  ///
  /// They must be finite. Source: Hodges and Lehmann 1963, with the bounds of the rank-sum test
  /// (Moses 1953). Cost: a few hundred passes over the numbers.
  public init?(from base: [Double], to new: [Double]) {
    guard !base.isEmpty, !new.isEmpty else { return nil }
    let differences = CrossDifferences(base, new)
    estimate = differences.median
    let beyond = RankSum(base.count, new.count).ranksBeyond(Self.tail)
    interval =
      beyond > 0
      ? differences[rank: beyond]...differences[rank: differences.count + 1 - beyond] : nil
  }

  /// How many of `count` signs may differ from the others before that has a chance below `tail`: the
  /// greatest k with P(Bin(count, ½) < k) ≤ tail.
  static func beyondSigns(_ count: Int) -> Int {
    var chance = 0.0
    for k in 0..<count {
      // Binomial coefficients overflow; their logarithms do not.
      let ways = lgamma(Double(count + 1)) - lgamma(Double(k + 1)) - lgamma(Double(count - k + 1))
      chance += exp(ways - Double(count) * log(2))
      if chance > tail { return k }
    }
    return 0
  }
}

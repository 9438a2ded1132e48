import Foundation

/// The signed-rank test of Wilcoxon 1945: whether differences within pairs are symmetric about zero, with
/// the shift of Hodges and Lehmann 1963 and its 95 % confidence interval.
///
/// Differences of zero are left out of the test. The p-value is exact for up to 50 differences without ties and zeros,
/// and for up to 13 with them (then over all signs of the given ranks); for more, it is that of the normal
/// approximation with a correction for ties and without one for continuity. That is what `scipy.stats.wilcoxon` does.
/// The interval has all shifts that the test without ties does not reject, as that of `wilcox.test` in R.
public struct SignedRankTest: Sendable {
  /// The number of differences that are not zero.
  public let count: Int
  /// The sums of the ranks of positive and of negative differences.
  public let positive: Double
  public let negative: Double
  /// The two-sided p-value; 1 if no difference is left.
  public let p: Double
  public let isExact: Bool
  /// The median of the means of all pairs of differences, each also with itself; 0 without differences. It may be
  /// infinite.
  public let shift: Double
  /// Nil below six differences. The bounds may be infinite.
  public let interval: ClosedRange<Double>?

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
    let means = PairMeans(differences)
    shift = means.median
    let beyond = Self.beyond(differences.count)
    interval = beyond > 0 ? means[rank: beyond]...means[rank: means.count + 1 - beyond] : nil
  }

  /// Twice the share of all choices of signs whose positive ranks sum to at most `minimum`. Ranks are doubled to be
  /// whole.
  private static func exact(_ ranks: [Double], _ minimum: Double) -> Double {
    let below = ways(ranks.map { Int(clamping: 2 * $0) })[...Int(clamping: 2 * minimum)].reduce(
      0, +)
    return min(1, 2 * below / pow(2, Double(ranks.count)))
  }

  /// How many signs of `ranks` give each sum of the positive ones.
  private static func ways(_ ranks: [Int]) -> [Double] {
    var ways = [1.0] + [Double](repeating: 0, count: ranks.reduce(0, +))
    var reach = 0
    for rank in ranks {
      for sum in stride(from: reach, through: 0, by: -1) { ways[sum + rank] += ways[sum] }
      reach += rank
    }
    return ways
  }

  private static func approximate(_ n: Double, _ ties: Double, _ positive: Double) -> Double {
    let variance = (n * (n + 1) * (2 * n + 1) - ties / 2) / 24
    let z = (positive - n * (n + 1) / 4) / variance.squareRoot()
    return erfc(z.magnitude / 2.0.squareRoot())
  }

  /// The largest k for which the sum of the positive ranks is below k with a probability of at most 2.5 %:
  /// the rank of the confidence bound among the means.
  private static func beyond(_ count: Int) -> Int {
    let n = Double(count)
    guard count <= maxExact else {
      let deviation = (n * (n + 1) * (2 * n + 1) / 24).squareRoot()
      return Int(clamping: n * (n + 1) / 4 - 1.959_963_985 * deviation)
    }
    let limit = 0.025 * pow(2, n)
    var sum = 0.0
    return ways(Array(1...max(1, count))).firstIndex { count in
      sum += count
      return sum > limit
    } ?? 0
  }
}

/// What a test of ranks compares: the difference of `second` from `first`, or with an offset, of the logarithms of both
/// plus `offset`. To 12 digits, so that equal differences and equal ratios, such as 6/3 and 2/1, are ties.
package func rankDifference(
  _ first: Double, _ second: Double, ratioOffset offset: Double?
) -> Double {
  guard let offset else { return (second - first).rounded(digits: 12) }
  return logRatio(of: second + offset, to: first + offset)
}

/// The logarithm of x / y, neither of which is below 0, to 12 digits of the ratio.
private func logRatio(of x: Double, to y: Double) -> Double {
  x < y ? -logRatio(of: y, to: x) : log((x / y).rounded(digits: 12))
}

/// The sorted means (x + y)/2 of all pairs of numbers, each also with itself, found by bisection, not stored.
private struct PairMeans {
  private let sorted: [Double]

  /// Infinite numbers become finite ones so large that every mean with one of them is as good as infinite.
  init(_ numbers: [Double]) {
    let limit = 1e307
    sorted = numbers.map { min(max($0, -limit), limit) }.sorted()
  }

  var count: Int { sorted.count * (sorted.count + 1) / 2 }

  var median: Double {
    if count == 0 { return 0 }
    let (low, high) = (self[rank: (count + 1) / 2], self[rank: count / 2 + 1])
    return low == high || low.isInfinite ? low : low + (high - low) / 2
  }

  subscript(rank rank: Int) -> Double {
    var low = Self.key(2 * sorted[0])
    var high = Self.key(2 * sorted[sorted.count - 1])
    while low < high {
      let middle = low + (high - low) / 2
      if count(upTo: Self.value(middle)) >= rank { high = middle } else { low = middle + 1 }
    }
    let mean = Self.value(low) / 2
    return mean.magnitude < 1e300 ? mean : mean < 0 ? -.infinity : .infinity
  }

  /// The number of pairs whose sum is at most `limit`.
  private func count(upTo limit: Double) -> Int {
    var count = 0
    var reach = 0
    for x in sorted.reversed() {
      while reach < sorted.count && sorted[reach] + x <= limit { reach += 1 }
      count += reach
    }
    // Pairs of two numbers were counted twice, those of a number with itself once.
    return (count + sorted.count { 2 * $0 <= limit }) / 2
  }

  /// An integer in the order of the values: the bits, negated for negative values.
  private static func key(_ value: Double) -> Int128 {
    let magnitude = Int128(value.magnitude.bitPattern)
    return value < 0 ? -magnitude : magnitude
  }

  private static func value(_ key: Int128) -> Double {
    let magnitude = Double(bitPattern: UInt64(key.magnitude))
    return key < 0 ? -magnitude : magnitude
  }
}

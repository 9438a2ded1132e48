import ForceLabSettings

/// The distribution of the Mann–Whitney U of two samples from the same distribution.
struct RankSum {
  private let first: Int
  private let second: Int

  init(_ first: Int, _ second: Int) {
    self.first = min(first, second)
    self.second = max(first, second)
  }

  /// The maximum cost, for samples of 79 numbers; above, the approximation is as good.
  private static let maxCounted = 500_000

  /// The largest k with P(U < k) ≤ `tail`: the rank of the confidence bound among the differences.
  func ranksBeyond(_ tail: Double) -> Int {
    guard isCounted else { return approximateRanksBeyond }
    let ways = ways
    let limit = tail * ways.reduce(0, +)
    var sum = 0.0
    return ways.firstIndex { count in
      sum += count
      return sum > limit
    } ?? 0
  }

  private var isCounted: Bool {
    let cost = first.multipliedReportingOverflow(by: first * second)
    return !cost.overflow && cost.partialValue <= Self.maxCounted
  }

  private var mean: Double { Double(first) * Double(second) / 2 }

  private var deviation: Double {
    let (n, m) = (Double(first), Double(second))
    return (n * m * (n + m + 1) / 12).squareRoot()
  }

  /// The ranks beyond by the normal approximation with continuity correction, for a tail of 2.5 %.
  var approximateRanksBeyond: Int {
    max(0, Int(clamping: (mean + 0.5 - 1.959_963_985 * deviation).rounded(.down)))
  }

  /// The number of orders of the samples with each U: the coefficients of the Gaussian binomial
  /// coefficient, Π (1 − q^(m+i))/(1 − q^i) for i from 1 to n. Cost: n²m.
  private var ways: [Double] {
    var ways = [Double](repeating: 0, count: first * second + 1)
    ways[0] = 1
    for i in 1...first {
      for u in stride(from: ways.count - 1, through: second + i, by: -1) {
        ways[u] -= ways[u - second - i]
      }
      for u in i..<max(i, ways.count) { ways[u] += ways[u - i] }
    }
    return ways
  }
}

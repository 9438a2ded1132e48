/// Whether algorithms differ over cases: the test of Friedman 1937 with a correction for ties.
///
/// Up to ten cases, where χ² and F are far from the distribution of the statistic, the p-value is that
/// of the permutations of the ranks within each case, ties as they are: exact if these are few enough to
/// count, else from 20 000 of them drawn with a fixed seed. With more cases, it is that of the F
/// statistic of Iman and Davenport 1980, which is less conservative than χ².
public struct FriedmanTest: Encodable, Sendable {
  public enum Method: String, Encodable, Sendable {
    case exact
    case drawnPermutations = "drawn permutations"
    case imanDavenport = "F of Iman and Davenport"
  }

  public let cases: Int
  /// The mean rank of each algorithm; 1 if it is the best everywhere. Equal values share their ranks.
  public let meanRanks: [Double]
  public let chiSquared: Double
  /// The F statistic; nil if it is infinite, because all cases have one order.
  public let imanDavenport: Double?
  public let p: Double
  /// The p-value if all cases had one order, the smallest that the ranks can have.
  public let minP: Double
  public let method: Method

  /// No verdict is possible if even one order in all cases might be chance.
  public var hasTooFewCases: Bool { minP > 0.05 }

  private static let maxPermuted = 10

  /// `costs` has a row for each case with the cost of each algorithm, the smallest being best, and +∞
  /// for a failure. Nil without cases, or with fewer than two algorithms.
  public init?(_ costs: [[Double]]) {
    guard let algorithms = costs.first?.count, algorithms > 1 else { return nil }
    let (n, k) = (Double(costs.count), Double(algorithms))
    let rankings = costs.map { averageRanks($0) }
    let sums = (0..<algorithms).map { index in rankings.reduce(0) { $0 + $1.ranks[index] } }
    let ties = rankings.reduce(0) { $0 + $1.ties }
    let squares = sums.reduce(0) { $0 + $1 * $1 }
    let correction = 1 - ties / (k * (k * k - 1) * n)
    let statistic = 12 / (k * n * (k + 1)) * squares - 3 * n * (k + 1)
    cases = costs.count
    meanRanks = sums.map { $0 / n }
    // If all values are equal in every case, nothing differs.
    chiSquared = correction > 0 ? max(0, statistic / correction) : 0
    // With one order in all cases, rounding may leave a rest.
    let rest = n * (k - 1) - chiSquared
    let ratio = chiSquared == 0 ? 0 : rest > 1e-9 * n ? (n - 1) * chiSquared / rest : .infinity
    imanDavenport = ratio.isFinite ? ratio : nil
    if costs.count <= Self.maxPermuted {
      let permutations = RankPermutations(rankings.map(\.ranks))
      (p, minP) = (permutations.p, permutations.minP)
      method = permutations.isExact ? .exact : .drawnPermutations
    } else {
      p = Distribution.fTail(ratio, k - 1, (k - 1) * (n - 1))
      (minP, method) = (0, .imanDavenport)
    }
  }
}

/// The ranks of `values` from 1; equal ones share their mean rank. `ties` is Σ(t³ − t) over groups of t equal values.
package func averageRanks(_ values: [Double]) -> (ranks: [Double], ties: Double) {
  let order = values.indices.sorted { values[$0] < values[$1] }
  var ranks = [Double](repeating: 0, count: values.count)
  var (ties, start) = (0.0, 0)
  while start < order.count {
    let end = order[start...].firstIndex { values[$0] > values[order[start]] } ?? order.count
    for index in order[start..<end] { ranks[index] = Double(start + 1 + end) / 2 }
    let count = Double(end - start)
    ties += count * count * count - count
    start = end
  }
  return (ranks, ties)
}

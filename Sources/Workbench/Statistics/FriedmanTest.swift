/// Whether algorithms differ over cases: the test of Friedman 1937 with a correction for ties, and the
/// F statistic of Iman and Davenport 1980, which is less conservative.
public struct FriedmanTest: Encodable, Sendable {
  public let cases: Int
  /// The mean rank of each algorithm; 1 if it is the best everywhere. Equal values share their ranks.
  public let meanRanks: [Double]
  public let chiSquared: Double
  public let degrees: Int
  public let p: Double
  /// Nil if it is infinite, because all cases have one order.
  public let imanDavenport: Double?
  public let imanDavenportP: Double

  /// `costs` has a row for each case with the cost of each algorithm, the smallest being best, and +∞
  /// for a failure. Nil without cases, or with fewer than two algorithms.
  public init?(_ costs: [[Double]]) {
    guard let algorithms = costs.first?.count, algorithms > 1 else { return nil }
    let (n, k) = (Double(costs.count), Double(algorithms))
    var sums = [Double](repeating: 0, count: algorithms)
    var ties = 0.0
    for row in costs {
      let ranking = averageRanks(row)
      for (index, rank) in ranking.ranks.enumerated() { sums[index] += rank }
      ties += ranking.ties
    }
    let squares = sums.reduce(0) { $0 + $1 * $1 }
    let correction = 1 - ties / (k * (k * k - 1) * n)
    let statistic = 12 / (k * n * (k + 1)) * squares - 3 * n * (k + 1)
    cases = costs.count
    meanRanks = sums.map { $0 / n }
    // If all values are equal in every case, nothing differs.
    chiSquared = correction > 0 ? max(0, statistic / correction) : 0
    degrees = algorithms - 1
    p = Distribution.chiSquaredTail(chiSquared, degrees: k - 1)
    let rest = n * (k - 1) - chiSquared
    let ratio = chiSquared == 0 ? 0 : rest > 0 ? (n - 1) * chiSquared / rest : .infinity
    imanDavenport = ratio.isFinite ? ratio : nil
    imanDavenportP =
      costs.count > 1 ? Distribution.fTail(ratio, k - 1, (k - 1) * (n - 1)) : 1
  }
}

/// The ranks of `values` from 1; equal ones share their mean rank. `ties` is Σ(t³ − t) over groups of t
/// equal values.
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

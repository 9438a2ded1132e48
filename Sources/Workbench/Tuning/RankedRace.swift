/// Which of several configurations are worse than the best over the blocks so far, by the test of Friedman 1937 and
/// the comparisons of Conover 1999 after it, as in F-Race (Birattari et al. 2002).
struct RankedRace {
  /// The mean rank of each, from 1, the best; equal costs share their rank.
  let meanRanks: [Double]
  /// Those that are not significantly worse than the best, the best first.
  let survivors: [Int]

  private static let level = 0.05

  /// `costs` has a row for each block with the cost of each configuration.
  init(_ costs: [[Double]]) {
    let (n, k) = (Double(costs.count), Double(costs.first?.count ?? 0))
    let ranks = costs.map { averageRanks($0).ranks }
    let sums = (costs.first ?? []).indices.map { index in ranks.reduce(0) { $0 + $1[index] } }
    meanRanks = sums.map { $0 / max(1, n) }
    let order = sums.indices.sorted { (sums[$0], $0) < (sums[$1], $1) }
    let squares = ranks.joined().reduce(0) { $0 + $1 * $1 }
    let sumSquares = sums.reduce(0) { $0 + $1 * $1 }
    let test = costs.count > 1 ? FriedmanTest(costs) : nil
    guard let best = order.first, let test, test.p < Self.level else {
      survivors = order
      return
    }
    let degrees = (n - 1) * (k - 1)
    // 0 if all blocks have the same order.
    let deviation = max(0, 2 * (n * squares - sumSquares) / degrees).squareRoot()
    let limit = Distribution.student(tail: Self.level / 2, degrees: degrees) * deviation
    survivors = order.filter { sums[$0] - sums[best] <= limit }
  }

  /// The costs with several objectives: how many others are at least as good in all of them, and better in one.
  static func dominations(_ costs: [[Double]]) -> [Double] {
    costs.map { own in
      Double(
        costs.count { other in
          zip(other, own).allSatisfy { $0 <= $1 } && zip(other, own).contains { $0 < $1 }
        })
    }
  }
}

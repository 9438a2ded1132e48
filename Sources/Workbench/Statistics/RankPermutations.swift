import ForceLabPlugins

/// The distribution of Friedman's statistic if all orders of the ranks within each case are equally
/// likely. The statistic is the sum of the squares of the rank sums, to which χ² is proportional.
struct RankPermutations {
  /// The probabilities of a statistic of at least the observed one, and of the largest possible one.
  let p, minP: Double
  let isExact: Bool

  private static let draws = 20_000
  /// The additions of a rank to the sums that counting may cost.
  private static let maxSteps = 1_000_000

  /// `ranks` has a row for each case, with shared ranks where values are equal.
  init(_ ranks: [[Double]]) {
    // Doubled, so that shared ranks are whole numbers.
    let rows = ranks.map { row in row.map { Int(clamping: 2 * $0) } }
    let ordered = rows.map { $0.sorted() }
    let observed = Self.statistic(rows)
    let all = Self.all(ordered)
    isExact = all != nil
    let counts = all ?? Self.drawn(ordered, besides: observed)
    // Whole numbers until the end: the order of a dictionary differs from process to process.
    let total = counts.values.reduce(0, +)
    let share = { (statistic: Int) in
      let reached = counts.filter { $0.key >= statistic }.values.reduce(0, +)
      return Double(max(1, reached)) / Double(total)
    }
    (p, minP) = (share(observed), share(Self.statistic(ordered)))
  }

  private static func statistic(_ rows: [[Int]]) -> Int {
    statistic(ofSums: rows[0].indices.map { column in rows.reduce(0) { $0 + $1[column] } })
  }

  private static func statistic(ofSums sums: [Int]) -> Int { sums.reduce(0) { $0 + $1 * $1 } }

  /// How many orders of `rows` have each statistic, which is a function of the sorted rank sums: case after case is
  /// added to their distribution. Nil if that takes more than `maxSteps`, or if the counts do not fit into `Int`.
  private static func all(_ rows: [[Int]]) -> [Int: Int]? {
    var counts: [[Int]: Int] = [rows[0]: 1]
    var (steps, total) = (0, 1)
    for row in rows.dropFirst() {
      guard let orders = orders(of: row, atMost: maxSteps / row.count) else { return nil }
      let (product, overflows) = total.multipliedReportingOverflow(by: orders.count)
      steps += counts.count * orders.count * row.count
      guard steps <= maxSteps, !overflows else { return nil }
      total = product
      var next: [[Int]: Int] = [:]
      for (sums, count) in counts {
        for order in orders { next[zip(sums, order).map(+).sorted(), default: 0] += count }
      }
      counts = next
    }
    return Dictionary(
      counts.map { (statistic(ofSums: $0.key), $0.value) }, uniquingKeysWith: +)
  }

  /// The distinct orders of `sorted`; nil if there are more than `maximum`. Source: the algorithm L of
  /// Knuth, The Art of Computer Programming, 7.2.1.2.
  private static func orders(of sorted: [Int], atMost maximum: Int) -> [[Int]]? {
    var orders = [sorted]
    var order = sorted
    while let pivot = order.indices.dropLast().last(where: { order[$0] < order[$0 + 1] }) {
      guard orders.count < maximum, let next = order.lastIndex(where: { $0 > order[pivot] }) else {
        return nil
      }
      order.swapAt(pivot, next)
      order[(pivot + 1)...].reverse()
      orders.append(order)
    }
    return orders
  }

  /// How many of the orders that are drawn have each statistic. Counts the observed order as one of them, so that the
  /// test keeps its level. Source: Phipson and Smyth, Permutation P-values Should Never Be Zero, 2010.
  private static func drawn(_ rows: [[Int]], besides observed: Int) -> [Int: Int] {
    var generator = SeededGenerator(seed: 0)
    var counts = [observed: 1]
    for _ in 0..<draws {
      var sums = rows[0]
      for var row in rows.dropFirst() {
        for column in sums.indices {
          row.swapAt(column, column + generator.index(below: row.count - column))
          sums[column] += row[column]
        }
      }
      counts[statistic(ofSums: sums), default: 0] += 1
    }
    return counts
  }
}

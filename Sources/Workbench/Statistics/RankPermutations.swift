import ForceLabPlugins

/// The distribution of Friedman's statistic if all orders of the ranks within each case are equally
/// likely. The statistic is the sum of the squares of the rank sums, to which χ² is proportional.
struct RankPermutations {
  /// The probabilities of a statistic of at least the observed one, and of the largest possible one.
  private(set) var p = 0.0
  private(set) var minP = 0.0
  private(set) var isExact = false

  private let observed: Int
  private let maximum: Int

  private static let draws = 20_000
  /// The additions of a rank to the sums that counting may cost.
  private static let maxSteps = 1_000_000

  /// `ranks` has a row for each case, with shared ranks where values are equal.
  init(_ ranks: [[Double]]) {
    // Doubled, so that shared ranks are whole numbers.
    let rows = ranks.map { row in row.map { Int(clamping: 2 * $0) } }
    let ordered = rows.map { $0.sorted() }
    (observed, maximum) = (Self.statistic(rows), Self.statistic(ordered))
    isExact = count(ordered)
    if !isExact { draw(ordered) }
  }

  private static func statistic(_ rows: [[Int]]) -> Int {
    statistic(ofSums: rows[0].indices.map { column in rows.reduce(0) { $0 + $1[column] } })
  }

  private static func statistic(ofSums sums: [Int]) -> Int { sums.reduce(0) { $0 + $1 * $1 } }

  /// Adds case after case to the distribution of the sorted rank sums, of which the statistic is a
  /// function. Returns whether that was possible in `maxSteps` and the counts fit into `Int`.
  private mutating func count(_ rows: [[Int]]) -> Bool {
    var counts: [[Int]: Int] = [rows[0]: 1]
    var (steps, total) = (0, 1)
    for row in rows.dropFirst() {
      guard let orders = Self.orders(of: row, atMost: Self.maxSteps / row.count) else {
        return false
      }
      let (product, overflows) = total.multipliedReportingOverflow(by: orders.count)
      steps += counts.count * orders.count * row.count
      guard steps <= Self.maxSteps, !overflows else { return false }
      total = product
      var next: [[Int]: Int] = [:]
      for (sums, count) in counts {
        for order in orders { next[zip(sums, order).map(+).sorted(), default: 0] += count }
      }
      counts = next
    }
    // Whole numbers until the end: the order of a dictionary differs from process to process.
    let share = { [counts] (statistic: Int) in
      let likely = counts.filter { Self.statistic(ofSums: $0.key) >= statistic }
      return Double(likely.values.reduce(0, +)) / Double(total)
    }
    (p, minP) = (share(observed), share(maximum))
    return true
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

  /// Counts the observed order as one of those drawn, so that the test keeps its level. Source: Phipson
  /// and Smyth, Permutation P-values Should Never Be Zero, 2010.
  private mutating func draw(_ rows: [[Int]]) {
    var generator = SeededGenerator(seed: 0)
    var statistics = [observed]
    for _ in 0..<Self.draws {
      var sums = rows[0]
      for var row in rows.dropFirst() {
        for column in sums.indices {
          row.swapAt(column, column + generator.index(below: row.count - column))
          sums[column] += row[column]
        }
      }
      statistics.append(Self.statistic(ofSums: sums))
    }
    let share = { (statistic: Int) in
      Double(max(1, statistics.count { $0 >= statistic })) / Double(statistics.count)
    }
    (p, minP) = (share(observed), share(maximum))
  }
}

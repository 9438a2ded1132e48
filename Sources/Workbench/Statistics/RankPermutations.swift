import ForceLabPlugins
import ForceLabSettings

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
    // Sums of rounded chances may exceed 1.
    (p, minP) = (min(1, p), min(1, minP))
  }

  private static func statistic(_ rows: [[Int]]) -> Int {
    rows[0].indices.reduce(0) { sum, column in
      let rank = rows.reduce(0) { $0 + $1[column] }
      return sum + rank * rank
    }
  }

  /// Adds case after case to the distribution of the sorted rank sums, of which the statistic is a
  /// function. Returns whether that was possible in `maxSteps`.
  private mutating func count(_ rows: [[Int]]) -> Bool {
    var chances: [[Int]: Double] = [rows[0]: 1]
    var steps = 0
    for row in rows.dropFirst() {
      guard let orders = Self.orders(of: row, atMost: Self.maxSteps / row.count) else {
        return false
      }
      steps += chances.count * orders.count * row.count
      guard steps <= Self.maxSteps else { return false }
      var next: [[Int]: Double] = [:]
      for (sums, chance) in chances {
        for order in orders {
          next[zip(sums, order).map(+).sorted(), default: 0] += chance / Double(orders.count)
        }
      }
      chances = next
    }
    for (sums, chance) in chances { add(sums.reduce(0) { $0 + $1 * $1 }, chance) }
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
    let chance = 1 / Double(Self.draws + 1)
    add(observed, chance)
    for _ in 0..<Self.draws {
      var sums = rows[0]
      for var row in rows.dropFirst() {
        for column in sums.indices {
          row.swapAt(column, column + generator.index(below: row.count - column))
          sums[column] += row[column]
        }
      }
      add(sums.reduce(0) { $0 + $1 * $1 }, chance)
    }
    minP = max(minP, chance)
  }

  private mutating func add(_ statistic: Int, _ chance: Double) {
    if statistic >= observed { p += chance }
    if statistic >= maximum { minP += chance }
  }
}

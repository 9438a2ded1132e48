import Foundation
import ForceLabPlugins
import ForceLabWorkbench

/// Which of two algorithms is better on one instance.
enum PairwiseResult {
  case first, tie, second

  /// A tie if noise explains the difference: if the 95 % interval of the difference, in pairs or
  /// unpaired, includes zero; with too few repeats for an interval, or failures, if the ranges of the
  /// repeats overlap.
  init(_ a: InstanceEntry, _ b: InstanceEntry, in table: InstanceTable) {
    let (x, y) = (table.cost(a), table.cost(b))
    self = x < y ? .first : x > y ? .second : .tie
    if self != .tie, x.isFinite, y.isFinite, !Self.differ(a, b, table) { self = .tie }
  }

  private static func differ(_ a: InstanceEntry, _ b: InstanceEntry, _ table: InstanceTable) -> Bool
  {
    let scale = { (value: Double) in table.isPositive ? log(value) : value }
    let others = Dictionary(
      b.numbers.map { ($0.start, $0.value) }, uniquingKeysWith: { first, _ in first })
    let pairs = a.numbers.compactMap { entry in
      others[entry.start].map { scale($0) - scale(entry.value) }
    }
    if a.failed + b.failed == 0 {
      let shift =
        pairs.count >= Shift.minPairs
        ? Shift(pairs: pairs)
        : Shift(from: a.numbers.map { scale($0.value) }, to: b.numbers.map { scale($0.value) })
      if let interval = shift?.interval { return !interval.contains(0) }
    }
    let (first, second) = (range(a, table), range(b, table))
    return !first.overlaps(second)
  }

  /// From the least to the greatest cost.
  private static func range(_ entry: InstanceEntry, _ table: InstanceTable) -> ClosedRange<Double> {
    let sign = table.better == .lower ? 1.0 : -1
    let costs = entry.numbers.map { sign * $0.value }
    let greatest = entry.failed > 0 ? .infinity : costs.max() ?? .infinity
    return (costs.min() ?? .infinity)...greatest
  }
}

import Foundation
import ForceLabPlugins
import ForceLabWorkbench

/// The results of one algorithm on one instance by one measure.
struct InstanceEntry: Sendable {
  /// The numbers of distinct repeats. Copies count only in times, or if a repeat failed.
  let numbers: [(start: TrialRow.Start, value: Double)]
  let failed: Int
  let trials: Int
  /// The median of the repeats, of which failed ones are the worst; nil if at least half failed.
  let value: Double?

  /// `cells` are the results in all combinations of settings that are averaged over. Nil if there are
  /// none, or no number although trials ended well.
  init?(_ cells: [[PairedTable.Sample]], _ measure: Column, isPositive: Bool) {
    guard let first = cells.first else { return nil }
    let rows = cells.map(\.byStart)
    var failed = 0
    var good: [(start: TrialRow.Start, value: Double, outcomes: [String?])] = []
    for start in first.map(\.start).uniqued {
      let samples = rows.compactMap { $0[start] }
      if samples.contains(where: { !$0.isGood }) {
        failed += 1
        continue
      }
      let values = samples.compactMap(\.value)
      guard values.count == rows.count else { continue }
      good.append((start, Self.mean(values, isPositive: isPositive), samples.map(\.outcome)))
    }
    guard !good.isEmpty || failed > 0 else { return nil }
    if !measure.isTime && failed == 0 {
      good = distinctRepeats(good.map(\.outcomes)).map { good[$0] }
    }
    self.failed = failed
    numbers = good.map { ($0.start, $0.value) }
    trials = cells.reduce(0) { $0 + $1.count }
    let sign = measure.better == .higher ? -1.0 : 1
    let sorted = good.map { sign * $0.value }.sorted() + Array(repeating: .infinity, count: failed)
    value = failed < good.count ? sign * quantile(sorted, 0.5) : nil
  }

  private static func mean(_ values: [Double], isPositive: Bool) -> Double {
    if values.count == 1 { return values[0] }
    let count = Double(values.count)
    return isPositive
      ? exp(values.reduce(0) { $0 + log($1) } / count) : values.reduce(0, +) / count
  }
}

/// The medians of one measure by instance and algorithm.
///
/// An instance counts if each algorithm was tried on it. An algorithm counts if it has a result on
/// some instance.
struct InstanceTable: Sendable {
  let measure: Column
  let better: Column.Better
  let axes: InstanceAxes
  let algorithms: [String]
  let instances: [InstanceRun.Instance]
  let entries: [[InstanceEntry]]
  let excluded: Int
  /// The algorithms that do not count, because they have no result at all.
  let withoutResult: [String]
  /// Whether all numbers are above zero, so that ratios make sense.
  let isPositive: Bool

  /// Nil if the measure has no better direction, or fewer than two algorithms or instances count.
  init?(_ run: InstanceRun, _ measure: Column, countsContended: Bool) {
    guard let better = measure.better else { return nil }
    let algorithms = run.algorithms
    let samples = run.instances.map { instance in
      instance.cells.map { cell in
        algorithms.indices.map {
          run.table.samples(measure, of: $0, in: cell, countsContended: countsContended)
        }
      }
    }
    let isPositive = samples.joined().joined().joined().compactMap(\.value).allSatisfy { $0 > 0 }
    let all = samples.map { cells in
      // A combination without one of the algorithms is left out for all.
      let complete = cells.filter { $0.allSatisfy { !$0.isEmpty } }
      return algorithms.indices.map { algorithm in
        InstanceEntry(complete.map { $0[algorithm] }, measure, isPositive: isPositive)
      }
    }
    let known = algorithms.indices.filter { algorithm in
      all.contains { $0[algorithm]?.value != nil }
    }
    let kept = all.indices.filter { row in
      known.allSatisfy { all[row][$0] != nil } && known.contains { all[row][$0]?.value != nil }
    }
    guard known.count > 1, kept.count > 1 else { return nil }
    (self.measure, self.better, axes, self.isPositive) = (measure, better, run.axes, isPositive)
    self.algorithms = known.map { algorithms[$0] }
    withoutResult = algorithms.indices.filter { !known.contains($0) }.map { algorithms[$0] }
    instances = kept.map { run.instances[$0] }
    entries = kept.map { row in known.compactMap { all[row][$0] } }
    excluded = all.count - kept.count
  }

  /// What is smallest for the best: the value, or its negative if greater ones are better; +∞ for a
  /// failure.
  func cost(_ entry: InstanceEntry) -> Double {
    entry.value.map { better == .lower ? $0 : -$0 } ?? .infinity
  }

  var costs: [[Double]] { entries.map { $0.map { cost($0) } } }

  /// For each instance the ratios to the best, from 1; nil if a value is below zero.
  var ratios: [[Double]]? {
    let rows = entries.compactMap { row in
      better == .lower
        ? PerformanceProfile.ratios(row.map { $0.value ?? .infinity })
        : PerformanceProfile.ratios(largestBest: row.map { $0.value ?? -.infinity })
    }
    return rows.count == entries.count ? rows : nil
  }

  /// The ratios to the best on the instances on which all algorithms finished with a value above zero;
  /// empty if these are fewer than half.
  var positiveRatios: [[Double]] {
    guard let ratios else { return [] }
    let rows = entries.indices.filter { row in entries[row].allSatisfy { $0.value ?? 0 > 0 } }
    return 2 * rows.count >= entries.count ? rows.map { ratios[$0] } : []
  }

  func sizes(_ size: Column, in run: RunReader) -> [Double?] {
    instances.map { instance in
      let trial = instance.cells.lazy.flatMap(\.trials).joined().first(where: \.isGood)
      return trial.flatMap { run.number(size.name, of: $0) }
    }
  }

  enum Winner { case first, tie, second }

  /// Which of two algorithms is better on one instance.
  ///
  /// A tie if noise explains the difference: if the 95 % interval of the difference, in pairs or
  /// unpaired, includes zero; with too few repeats for an interval, or failures, if the ranges of the
  /// repeats overlap.
  func winner(_ a: InstanceEntry, _ b: InstanceEntry) -> Winner {
    let (x, y) = (cost(a), cost(b))
    if x == y || (x.isFinite && y.isFinite && !differ(a, b)) { return .tie }
    return x < y ? .first : .second
  }

  private func differ(_ a: InstanceEntry, _ b: InstanceEntry) -> Bool {
    if a.failed + b.failed == 0 {
      let scale = { (value: Double) in isPositive ? log(value) : value }
      let others = Dictionary(
        b.numbers.map { ($0.start, $0.value) }, uniquingKeysWith: { first, _ in first })
      let pairs = a.numbers.compactMap { entry in
        others[entry.start].map { scale($0) - scale(entry.value) }
      }
      let shift =
        pairs.count >= Shift.minPairs
        ? Shift(pairs: pairs)
        : Shift(from: a.numbers.map { scale($0.value) }, to: b.numbers.map { scale($0.value) })
      if let interval = shift?.interval { return !interval.contains(0) }
    }
    return !costRange(of: a).overlaps(costRange(of: b))
  }

  private func costRange(of entry: InstanceEntry) -> ClosedRange<Double> {
    let costs = entry.numbers.map { better == .lower ? $0.value : -$0.value }
    let maximum = entry.failed > 0 ? .infinity : costs.max() ?? .infinity
    return (costs.min() ?? .infinity)...maximum
  }
}

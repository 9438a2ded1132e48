import Foundation
import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench

/// The results of one algorithm on one instance by one measure.
struct InstanceEntry: Sendable {
  /// The numbers of distinct repeats. Copies count only in times, or if a repeat failed.
  let numbers: [(start: TrialRow.Start, value: Double)]
  let failed: Int
  let trials: Int
  /// The median of the repeats, of which failed ones are the worst; nil if at least half failed.
  let value: Double?
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
  let instances: [InstancePlan.Instance]
  /// For each instance, an entry for each algorithm.
  let entries: [[InstanceEntry]]
  /// The instances that do not count, and why.
  let excluded: [(name: String, reason: String)]
  /// The algorithms that do not count, because they have no result at all.
  let withoutResult: [String]
  /// Whether all numbers are above zero, so that ratios make sense.
  let isPositive: Bool

  /// Nil if the measure has no better direction, or fewer than two algorithms or instances count.
  init?(_ plan: InstancePlan, _ measure: Column, countsContended: Bool = false) throws(Diagnostic) {
    guard let better = measure.better else { return nil }
    let reading = try Reading(plan, measure, countsContended: countsContended)
    let all = plan.instances.map { instance in
      plan.algorithms.indices.map { reading.entry(instance, $0) }
    }
    let known = plan.algorithms.indices.filter { algorithm in
      all.contains { $0[algorithm]?.value != nil }
    }
    var (kept, excluded): ([Int], [(String, String)]) = ([], [])
    for (index, row) in all.enumerated() {
      let name = plan.instances[index].name
      if let missing = known.first(where: { row[$0] == nil }) {
        excluded.append((name, "\(plan.algorithms[missing]) has no \(measure.title) there"))
      } else if known.allSatisfy({ row[$0]?.value == nil }) {
        excluded.append((name, "all failed"))
      } else {
        kept.append(index)
      }
    }
    guard known.count > 1, kept.count > 1 else { return nil }
    (self.measure, self.better, axes) = (measure, better, plan.axes)
    algorithms = known.map { plan.algorithms[$0] }
    withoutResult = plan.algorithms.indices.filter { !known.contains($0) }.map {
      plan.algorithms[$0]
    }
    instances = kept.map { plan.instances[$0] }
    entries = kept.map { index in known.compactMap { all[index][$0] } }
    self.excluded = excluded
    isPositive = reading.isPositive
  }

  /// What is least for the best: the value, or its negative if greater ones are better; +∞ for a
  /// failure.
  func cost(_ entry: InstanceEntry) -> Double {
    entry.value.map { better == .lower ? $0 : -$0 } ?? .infinity
  }

  /// The costs of all algorithms on each instance.
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

  /// The size of each instance in the column `size`.
  func sizes(_ size: String, in run: RunReader) throws(Diagnostic) -> [Double?] {
    var sizes: [Double?] = []
    for instance in instances {
      let trials = instance.cells.joined().joined().filter(\.isGood)
      sizes.append(
        trials.first.flatMap { run.number(size, of: $0) })
    }
    return sizes
  }
}

/// Reads the numbers of trials.
private struct Reading {
  let measure: Column
  let run: RunReader
  private(set) var isPositive = true
  /// The numbers of good trials that count, by trial.
  private var numbers: [Int: Double] = [:]

  init(_ plan: InstancePlan, _ measure: Column, countsContended: Bool) throws(Diagnostic) {
    (self.measure, run) = (measure, plan.run)
    for trial in plan.instances.flatMap(\.cells).joined().joined() where trial.isGood {
      guard countsContended || !(measure.isTime && trial.isContended),
        let number = run.number(measure.name, of: trial)
      else { continue }
      numbers[trial.number] = number
      isPositive = isPositive && number > 0
    }
  }

  /// Nil if the algorithm was not tried, or has no number although trials ended well. A repeat is the
  /// mean over all combinations of settings that are averaged over.
  func entry(_ instance: InstancePlan.Instance, _ algorithm: Int) -> InstanceEntry? {
    // A combination without one of the algorithms is left out for all.
    let cells = instance.cells.filter { $0.allSatisfy { !$0.isEmpty } }.map { $0[algorithm] }
    guard let first = cells.first else { return nil }
    let rows = cells.map { trials in
      Dictionary(trials.map { ($0.start, $0) }, uniquingKeysWith: { first, _ in first })
    }
    var failed = 0
    var good: [(start: TrialRow.Start, value: Double, outcomes: [String?])] = []
    for start in first.map(\.start).uniqued {
      let trials = rows.compactMap { $0[start] }
      if trials.contains(where: { !$0.isGood }) {
        failed += 1
        continue
      }
      let values = trials.compactMap { numbers[$0.number] }
      guard values.count == rows.count else { continue }
      good.append((start, mean(values), trials.map { run.outcome(of: $0) }))
    }
    guard !good.isEmpty || failed > 0 else { return nil }
    if !measure.isTime && failed == 0 {
      good = distinctRepeats(good.map(\.outcomes)).map { good[$0] }
    }
    return InstanceEntry(
      numbers: good.map { ($0.start, $0.value) }, failed: failed,
      trials: cells.reduce(0) { $0 + $1.count }, value: median(good.map(\.value), failed))
  }

  private func mean(_ values: [Double]) -> Double {
    if values.count == 1 { return values[0] }
    let count = Double(values.count)
    return isPositive
      ? exp(values.reduce(0) { $0 + log($1) } / count) : values.reduce(0, +) / count
  }

  private func median(_ values: [Double], _ failed: Int) -> Double? {
    guard failed < values.count else { return nil }
    let sign = measure.better == .higher ? -1.0 : 1
    let sorted = values.map { sign * $0 }.sorted()
    return sign * quantile(sorted + Array(repeating: .infinity, count: failed), 0.5)
  }
}

import ForceLabPlugins
import ForceLabWorkbench
import Foundation

/// The results of an algorithm on an instance by one measure. A trial without a value is worse than any value.
struct InstanceEntry: Sendable {
  /// The values of distinct repeats, nil for those that failed. Copies count only in times, or if a repeat failed.
  let repeats: [Double?]
  /// The trials, and those of them that have a value.
  let trials: Int
  let good: Int
  /// The median of the repeats to 12 digits, so that rounding makes no difference; nil if at least half failed.
  let value: Double?

  /// `cells` are the results in all combinations of settings that are averaged over. Nil if none counts.
  init?(_ cells: [[PairedTable.Sample]], _ measure: Column, ratioOffset: Double?) {
    guard let first = cells.first else { return nil }
    let rows = cells.map(\.byStart)
    let all = first.map(\.start).uniqued.compactMap { start -> [PairedTable.Sample]? in
      let samples = rows.compactMap { $0[start] }
      return samples.allSatisfy(\.counts)
        && (samples.count == rows.count || samples.contains { !$0.isGood }) ? samples : nil
    }
    guard !all.isEmpty else { return nil }
    let hasFailed = all.joined().contains { $0.value == nil }
    let distinct = hasFailed ? all : measure.distinct(all) { $0.map(\.outcome) }
    repeats = distinct.map { samples in
      let values = samples.compactMap(\.value)
      return values.count == samples.count ? Self.mean(values, ratioOffset) : nil
    }
    let counted = cells.joined().filter(\.counts)
    (trials, good) = (counted.count, counted.count { $0.value != nil })
    let values = repeats.compactMap { $0 }
    value = Statistics.median(
      of: values, failed: repeats.count - values.count, measure.better ?? .lower
    )?.rounded(digits: 12)
  }

  /// The geometric mean for ratios.
  private static func mean(_ values: [Double], _ ratioOffset: Double?) -> Double {
    if values.count == 1 { return values[0] }
    let count = Double(values.count)
    guard let offset = ratioOffset else { return values.reduce(0, +) / count }
    return exp(values.reduce(0) { $0 + log($1 + offset) } / count) - offset
  }
}

/// The medians of one measure by instance and algorithm.
///
/// An instance counts if each algorithm was tried on it and one has a result. An algorithm counts if it has
/// a result on some instance, or failed to have one; not if all of its trials were skipped, or all that end well are
/// without this measure, such as crossings of layouts in 3D.
struct InstanceTable: Sendable {
  let measure: Column
  let better: Column.Better
  let axes: InstanceAxes
  let algorithms: [String]
  let instances: [InstanceRun.Instance]
  let entries: [[InstanceEntry]]
  /// The names of the instances that do not count.
  let excluded: [String]
  /// The algorithms that do not count.
  let withoutResult: [String]
  /// What is added to values before they are compared by their ratios; nil if they are compared by differences,
  /// because one is below 0.
  let ratioOffset: Double?
  /// The numbers of the algorithms as candidates of the run.
  private let candidates: [Int]

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
    let values = samples.joined().joined().joined().compactMap(\.value)
    let ratioOffset = values.contains { $0 < 0 } ? nil : measure.ratioOffset
    let all = samples.map { cells in
      // A combination without one of the algorithms, or where no trial has a value, is left out for all.
      let complete = cells.filter { cell in
        cell.allSatisfy { !$0.isEmpty } && cell.joined().contains { $0.value != nil }
      }
      return algorithms.indices.map { algorithm in
        InstanceEntry(complete.map { $0[algorithm] }, measure, ratioOffset: ratioOffset)
      }
    }
    let known = algorithms.indices.filter { algorithm in
      guard samples.joined().flatMap({ $0[algorithm] }).measureApplies else { return false }
      return all.contains { $0[algorithm]?.value != nil }
        || run.instances.contains { instance in
          instance.cells.contains { $0.trials[algorithm].contains { Self.isFailure($0, measure) } }
        }
    }
    let kept = all.indices.filter { row in
      known.allSatisfy { all[row][$0] != nil } && known.contains { all[row][$0]?.value != nil }
    }
    guard known.count > 1, kept.count > 1 else { return nil }
    (self.measure, self.better, axes) = (measure, better, run.axes)
    (self.ratioOffset, candidates) = (ratioOffset, known)
    self.algorithms = known.map { algorithms[$0] }
    withoutResult = algorithms.indices.filter { !known.contains($0) }.map { algorithms[$0] }
    instances = kept.map { run.instances[$0] }
    entries = kept.map { row in known.compactMap { all[row][$0] } }
    excluded = all.indices.filter { !kept.contains($0) }.map { run.instances[$0].name }
  }

  private static func isFailure(_ trial: TrialRow, _ measure: Column) -> Bool {
    trial.isGood ? measure.use == .quality : trial.status != Outcome.Status.skipped.rawValue
  }

  /// What is smallest for the best: the value, or its negative if greater ones are better; +∞ for a failure.
  func cost(_ value: Double?) -> Double { value.map { better.costSign * $0 } ?? .infinity }

  var costs: [[Double]] { entries.map { $0.map { cost($0.value) } } }

  /// The cost of `second` minus that of `first`, of their logarithms for ratios; infinite for failures.
  func costDifference(_ first: Double?, _ second: Double?) -> Double {
    let (x, y) = (cost(first), cost(second))
    if x == y { return 0 }
    guard let first, let second else { return x < y ? .infinity : -.infinity }
    return better.costSign * rankDifference(first, second, ratioOffset: ratioOffset)
  }

  /// The test of the second algorithm against the first over the instances.
  func test(_ first: Int, _ second: Int) -> SignedRankTest {
    SignedRankTest(entries.map { costDifference($0[first].value, $0[second].value) })
  }

  /// For each instance the ratios to the best, from 1, and +∞ for failures; nil if a value is below zero.
  var ratios: [[Double]]? {
    guard let offset = ratioOffset else { return nil }
    return entries.compactMap { row in
      PerformanceProfile.ratios(of: row.map { $0.value.map { $0 + offset } }, better)
    }
  }

  func sizes(_ size: Column, in run: RunReader) -> [Double?] {
    instances.map { instance in
      let trial = instance.cells.lazy.flatMap(\.trials).joined().first(where: \.isGood)
      return trial.flatMap { run.number(size.name, of: $0) }
    }
  }

  /// The algorithms with the best median on an instance.
  func leaders(_ row: [InstanceEntry]) -> Set<Int> {
    let costs = row.map { cost($0.value) }
    return Set(row.indices.filter { costs[$0] == costs.min() && costs[$0].isFinite })
  }

  /// For each instance, the algorithms whose configuration on it is one of `numbers`.
  func algorithms(with numbers: Set<Int>) -> [Set<Int>] {
    instances.map { instance in
      Set(
        candidates.indices.filter { column in
          instance.cells.contains { cell in
            cell.trials[candidates[column]].contains { numbers.contains($0.configuration) }
          }
        })
    }
  }
}

import Foundation
import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench

/// A swept path, whose first value the others are compared with in every cell.
struct SweptAxis {
  /// The differences of a measure between two values of the path, averaged over cells.
  struct Sample {
    /// One for each distinct repeat: logarithms of ratios if `isRatio`.
    var differences: [Double] = []
    var isRatio = true
    var cells = 0
    var excludedCells = 0
    /// Whether both values gave the same results everywhere.
    var areCopies = true

    func shift(comparisons: Int) -> (estimate: Double, interval: ClosedRange<Double>?) {
      if areCopies { return (0, 0...0) }
      let shift = Shift(pairs: differences, comparisons: comparisons)
      return (shift?.estimate ?? 0, shift?.interval)
    }
  }

  let path: String
  let names: [String]
  private let run: RunReader
  private let plan: ComparisonPlan
  /// The repeats of the run.
  private let starts: [TrialRow.Start]

  /// Nil if the path has only one value, or other settings vary together with it.
  init?(_ path: String, in run: RunReader) {
    guard let plan = try? ComparisonPlan(run, by: path) else { return nil }
    (self.path, self.run, self.plan) = (path, run, plan)
    names = plan.candidates.map(\.name)
    starts = run.trials.map(\.start).uniqued
  }

  /// The number of values that are compared with the first.
  private var comparisons: Int { names.count - 1 }

  func effects(on measure: Column) throws(Diagnostic) -> [MainEffect] {
    var effects: [MainEffect] = []
    for candidate in 1...comparisons {
      guard let sample = try sample(measure, candidate, plan.cells) else { continue }
      effects.append(MainEffect(self, measure, candidate, sample, comparisons: comparisons))
    }
    return effects
  }

  func interactions(on measure: Column) throws(Diagnostic) -> [Interaction] {
    var found: [Interaction] = []
    for (place, other) in plan.paths.enumerated() {
      let groups = Dictionary(grouping: plan.cells) { $0.settings[place] }
      guard groups.count > 1 else { continue }
      let values = plan.cells.map { $0.settings[place] }.uniqued
      for candidate in 1...comparisons {
        var (lower, higher): ([String], [String]) = ([], [])
        for value in values {
          guard let sample = try sample(measure, candidate, groups[value] ?? []),
            let interval = sample.shift(comparisons: comparisons * values.count).interval
          else { continue }
          if interval.upperBound < 0 { lower.append(value) }
          if interval.lowerBound > 0 { higher.append(value) }
        }
        guard !lower.isEmpty, !higher.isEmpty else { continue }
        found.append(
          Interaction(
            path: path, measure: measure.name, from: names[0], to: names[candidate], by: other,
            lowerAt: lower, higherAt: higher))
      }
    }
    return found
  }

  /// Two trials of one cell and repeat.
  private struct Pair {
    let base: Double
    let new: Double
    let outcomes: [String?]
  }

  /// Nil if no cell has all trials of both values.
  private func sample(_ measure: Column, _ candidate: Int, _ cells: [ComparisonPlan.Cell])
    throws(Diagnostic) -> Sample?
  {
    var complete: [[Pair]] = []
    for cell in cells {
      if let pairs = try pairs(measure, cell.trials[0], cell.trials[candidate]) {
        complete.append(pairs)
      }
    }
    guard !complete.isEmpty else { return nil }
    var sample = Sample()
    (sample.cells, sample.excludedCells) = (complete.count, cells.count - complete.count)
    let all = complete.joined()
    sample.isRatio = all.allSatisfy { $0.base > 0 && $0.new > 0 }
    sample.areCopies =
      !measure.isTime
      && all.allSatisfy { $0.outcomes[0] != nil && $0.outcomes[0] == $0.outcomes[1] }
    let outcomes = starts.indices.map { start in complete.flatMap { $0[start].outcomes } }
    let distinct = measure.isTime ? Array(starts.indices) : distinctRepeats(outcomes)
    sample.differences = distinct.map { start in
      let sum = complete.reduce(0) { sum, pairs in
        let pair = pairs[start]
        return sum + (sample.isRatio ? log(pair.new) - log(pair.base) : pair.new - pair.base)
      }
      return sum / Double(complete.count)
    }
    return sample
  }

  /// A pair for each repeat; nil if one is missing. Times of trials that ran in parallel do not count.
  private func pairs(_ measure: Column, _ base: [TrialRow], _ new: [TrialRow]) throws(Diagnostic)
    -> [Pair]?
  {
    let counted = { (trials: [TrialRow]) in
      Dictionary(
        trials.filter { $0.isGood && !(measure.isTime && $0.isContended) }.map { ($0.start, $0) },
        uniquingKeysWith: { first, _ in first })
    }
    let (base, new) = (counted(base), counted(new))
    var pairs: [Pair] = []
    for start in starts {
      guard let before = base[start], let after = new[start],
        let (x, y) = try numbers(measure.name, before, after)
      else { return nil }
      pairs.append(
        Pair(base: x, new: y, outcomes: [run.outcome(of: before), run.outcome(of: after)]))
    }
    return pairs
  }

  private func numbers(_ column: String, _ base: TrialRow, _ new: TrialRow) throws(Diagnostic)
    -> (Double, Double)?
  {
    guard let x = run.number(column, of: base), let y = run.number(column, of: new) else {
      return nil
    }
    return (x, y)
  }
}

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
  private let table: PairedTable
  /// The repeats of the run.
  private let starts: [TrialRow.Start]

  var names: [String] { table.candidates.map(\.name) }

  /// Nil if the path has only one value, or other settings vary together with it.
  init?(_ path: String, in run: RunReader) {
    // The error would tell which of the two.
    guard let table = try? PairedTable(run, by: path) else { return nil }
    (self.path, self.table) = (path, table)
    starts = run.trials.map(\.start).uniqued
  }

  /// The number of values that are compared with the first.
  private var comparisons: Int { table.candidates.count - 1 }

  func effects(on measure: Column) -> [MainEffect] {
    (1...comparisons).compactMap { candidate in
      sample(measure, candidate, table.cells).map {
        MainEffect(self, measure, candidate, $0, comparisons: comparisons)
      }
    }
  }

  func interactions(on measure: Column) -> [Interaction] {
    table.paths.indices.flatMap { other -> [Interaction] in
      let groups = Dictionary(grouping: table.cells) { $0.settings[other] }
      let values = table.cells.map { $0.settings[other] }.uniqued
      guard values.count > 1 else { return [] }
      return (1...comparisons).compactMap { candidate in
        let intervals = values.compactMap { value in
          sample(measure, candidate, groups[value] ?? [])?
            .shift(comparisons: comparisons * values.count).interval.map { (value, $0) }
        }
        let lower = intervals.filter { $1.upperBound < 0 }.map(\.0)
        let higher = intervals.filter { $1.lowerBound > 0 }.map(\.0)
        return lower.isEmpty || higher.isEmpty
          ? nil
          : Interaction(
            path: path, measure: measure.name, from: names[0], to: names[candidate],
            by: table.paths[other], lowerAt: lower, higherAt: higher)
      }
    }
  }

  /// The values of the base and a candidate in one cell and repeat.
  private typealias Pair = (base: Double, new: Double, outcomes: [String?])

  /// Nil if no cell has all trials of both values.
  private func sample(_ measure: Column, _ candidate: Int, _ cells: [PairedTable.Cell]) -> Sample? {
    let complete = cells.compactMap { pairs(measure, candidate, $0) }
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

  /// A pair for each repeat; nil if one is missing.
  private func pairs(_ measure: Column, _ candidate: Int, _ cell: PairedTable.Cell) -> [Pair]? {
    let sides = [0, candidate].map { side in
      table.samples(measure, of: side, in: cell).filter { $0.value != nil }.byStart
    }
    let pairs = starts.compactMap { start -> Pair? in
      guard let base = sides[0][start], let new = sides[1][start], let x = base.value,
        let y = new.value
      else { return nil }
      return (x, y, [base.outcome, new.outcome])
    }
    return pairs.count == starts.count ? pairs : nil
  }
}

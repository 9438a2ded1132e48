import ForceLabPlugins
import ForceLabWorkbench

/// A swept path, whose first value the others are compared with in every cell.
struct SweptAxis {
  /// The changes of a measure between two values of the path, averaged over cells.
  struct Sample {
    let measure: Column
    let candidate: Int
    /// One for each distinct repeat.
    var changes: StatementFamily.Sample = []
    var cells = 0
    var excludedCells = 0
    /// The trials of the first value and of the candidate, and those of them that are `ok`.
    var trials = [0, 0]
    var good = [0, 0]
    /// Whether both values gave the same results everywhere.
    var areCopies = true
    /// The number of the statement in the family; nil if there is none, because the results are copies.
    var statement: Int?
  }

  /// The samples of the combinations with one value of another path.
  struct Part {
    let by: String
    let values: [String]
    /// One for each of `values`.
    let samples: [Sample]
  }

  let path: String
  private let table: PairedTable
  /// Each graph has its own start of a repeat.
  private let repeats: [Int]

  var names: [String] { table.candidates.map(\.name) }

  /// Nil if the path has only one value, or other settings vary together with it.
  init?(_ path: String, in run: RunReader) {
    // The error would tell which of the two.
    guard let table = try? PairedTable(run, by: path) else { return nil }
    (self.path, self.table) = (path, table)
    repeats = run.trials.map(\.repetition).uniqued
  }

  private var candidates: Range<Int> { 1..<table.candidates.count }

  /// The results of a measure in one cell.
  private struct CellResults {
    let cell: PairedTable.Cell
    /// By candidate, the number in each repeat, nil for a time that does not count; nil if a trial is missing, or the
    /// measure does not apply.
    let numbers: [[Double?]?]
    /// By candidate and repeat; none if a trial is missing.
    let outcomes: [[String?]]
  }

  private func results(of measure: Column, _ scale: ChangeScale) -> [CellResults] {
    table.cells.map { cell in
      let all = table.candidates.indices.map { table.samples(measure, of: $0, in: cell) }
      let numbers = scale.cell(all.joined().compactMap(\.value))
      // A cell without some of the repeats counts in no sample.
      let rows = all.map { samples in
        let byRepeat = Dictionary(firstOf: samples.map { ($0.start.repetition, $0) })
        return byRepeat.count < repeats.count ? [] : repeats.map { byRepeat[$0] }
      }
      return CellResults(
        cell: cell,
        numbers: zip(all, rows).map { samples, row in
          samples.measureApplies && !row.isEmpty
            ? row.map { $0.flatMap { scale.number(of: $0, in: numbers) } } : nil
        }, outcomes: rows.map { $0.map { $0?.outcome } })
    }
  }

  /// Adds to `family` the changes from the first value to each other one, then those at each value of other paths.
  func samples(
    of measure: Column, _ scale: ChangeScale, _ family: inout StatementFamily
  ) -> (effects: [Sample], parts: [Part]) {
    let cells = results(of: measure, scale)
    let effects = Self.added(candidates.compactMap { sample(measure, $0, cells) }, to: &family)
    var parts: [Part] = []
    for other in table.paths.indices {
      let groups = Dictionary(grouping: cells) { $0.cell.settings[other] }
      let values = table.cells.map { $0.settings[other] }.uniqued
      guard values.count > 1 else { continue }
      for candidate in candidates {
        let samples = values.map { sample(measure, candidate, groups[$0] ?? []) }
        let known = values.indices.filter { samples[$0] != nil }
        parts.append(
          Part(
            by: table.paths[other], values: known.map { values[$0] },
            samples: Self.added(samples.compactMap { $0 }, to: &family)))
      }
    }
    return (effects, parts)
  }

  private static func added(_ samples: [Sample], to family: inout StatementFamily) -> [Sample] {
    var samples = samples
    let tested = samples.indices.filter { !samples[$0].areCopies }
    let first = family.add(tested.map { .paired(samples[$0].changes) })
    for (offset, index) in tested.enumerated() { samples[index].statement = first + offset }
    return samples
  }

  /// Nil if no cell has all trials of both values, all of them failed, or none counts in all cells.
  private func sample(_ measure: Column, _ candidate: Int, _ cells: [CellResults]) -> Sample? {
    let complete = cells.compactMap {
      cell -> (cell: CellResults, base: [Double?], new: [Double?])? in
      guard let base = cell.numbers[0], let new = cell.numbers[candidate] else { return nil }
      return (cell, base, new)
    }
    // Those of times that count.
    let counted = repeats.indices.filter { index in
      complete.allSatisfy { $0.base[index] != nil && $0.new[index] != nil }
    }
    guard !complete.isEmpty, !counted.isEmpty else { return nil }
    var sample = Sample(measure: measure, candidate: candidate)
    (sample.cells, sample.excludedCells) = (complete.count, cells.count - complete.count)
    for (side, index) in [0, candidate].enumerated() {
      let trials = complete.map(\.cell.cell.trials[index])
      sample.trials[side] = trials.reduce(0) { $0 + $1.count }
      sample.good[side] = trials.reduce(0) { $0 + $1.count(where: \.isGood) }
    }
    guard sample.good != [0, 0] else { return nil }
    sample.areCopies =
      !measure.isTime
      && complete.allSatisfy {
        let (base, new) = ($0.cell.outcomes[0], $0.cell.outcomes[candidate])
        return base == new && !base.contains(nil)
      }
    let distinct = measure.distinct(counted) { index in
      complete.flatMap { [$0.cell.outcomes[0][index], $0.cell.outcomes[candidate][index]] }
    }
    sample.changes = distinct.map { index in
      let sum = complete.reduce(0) { $0 + ($1.new[index] ?? 0) - ($1.base[index] ?? 0) }
      return (repeats[index], sum / Double(complete.count))
    }
    return sample
  }
}

/// What a change of one swept setting does to a measure, over all other settings.
///
/// The effect in one repeat is the mean over all cells, which are the combinations of the other
/// settings; the effect is the mean of the repeats. Repeats are the observations, because their
/// starts are random and the cells are not. A trial that failed counts as worse than all others of its cell.
public struct MainEffect: Encodable, Sendable {
  public enum Verdict: String, Encodable, Sendable {
    case lower, higher, faster, slower
    /// The interval contains no change.
    case none
    /// There are too few distinct repeats for an interval.
    case unclear
  }

  public let path: String
  public let measure: String
  /// The first value of the path, and the value that it is compared with.
  public let from: String
  public let to: String
  public let scale: Effect.Scale
  /// The geometric mean of ratios, or the mean of differences.
  public let change: Double
  /// What the interval is over: these graphs, with other starts.
  public let intervalOver = "repeats"
  /// The bounds of the change, which hold for all statements of the report with 95 % confidence.
  public let low: Double?
  public let high: Double?
  /// The p-value of this test, corrected for all statements of the report.
  public let p: Double?
  /// The number of distinct repeats.
  public let repeats: Int
  /// The fewest distinct repeats for an interval.
  public let neededRepeats: Int
  /// The number of cells that have all trials of both values, and of those that do not.
  public let cells: Int
  public let excludedCells: Int
  /// The trials of both values, and those of them that are `ok`.
  public let trials: [Int]
  public let ok: [Int]
  public let verdict: Verdict
  var hasFailures: Bool { ok != trials }

  /// Zero for no change.
  let shift: Double

  init(
    _ axis: SweptAxis, _ sample: SweptAxis.Sample, _ scale: ChangeScale, _ judged: JudgedStatements
  ) {
    path = axis.path
    measure = sample.measure.name
    (from, to) = (axis.names[0], axis.names[sample.candidate])
    self.scale = scale.scale
    let statement = sample.statement.map { judged[$0] }
    let bounds = sample.areCopies ? 0...0 : statement?.interval
    shift = statement?.estimate ?? 0
    change = scale.change(shift)
    (low, high) = (
      bounds.map { scale.change($0.lowerBound) }, bounds.map { scale.change($0.upperBound) }
    )
    p = statement?.p
    repeats = sample.changes.count
    neededRepeats = StatementFamily.minRepeats
    (cells, excludedCells) = (sample.cells, sample.excludedCells)
    (trials, ok) = (sample.trials, sample.good)
    let isTime = sample.measure.isTime
    verdict =
      switch bounds {
      case nil: .unclear
      case let bounds? where bounds.lowerBound > 0: isTime ? .slower : .higher
      case let bounds? where bounds.upperBound < 0: isTime ? .faster : .lower
      default: .none
      }
  }
}

/// A second setting at whose values the effect of the first has opposite directions.
public struct Interaction: Encodable, Sendable {
  public let path: String
  public let measure: String
  public let from: String
  public let to: String
  /// The second path, and its values where the change lowers and raises the measure.
  public let by: String
  public let lowerAt: [String]
  public let higherAt: [String]
  public let intervalOver = "repeats"

  /// Nil unless some changes are clearly below zero and some above.
  init?(_ axis: SweptAxis, _ part: SweptAxis.Part, _ judged: JudgedStatements) {
    let intervals = zip(part.values, part.samples).compactMap { value, sample in
      sample.statement.flatMap { judged[$0].interval }.map { (value, $0) }
    }
    lowerAt = intervals.filter { $1.upperBound < 0 }.map(\.0)
    higherAt = intervals.filter { $1.lowerBound > 0 }.map(\.0)
    guard let first = part.samples.first, !lowerAt.isEmpty, !higherAt.isEmpty else { return nil }
    (path, measure, by) = (axis.path, first.measure.name, part.by)
    (from, to) = (axis.names[0], axis.names[first.candidate])
  }
}

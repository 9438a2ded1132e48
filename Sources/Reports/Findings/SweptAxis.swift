import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench
import Foundation

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
  private let starts: [TrialRow.Start]

  var names: [String] { table.candidates.map(\.name) }

  /// Nil if the path has only one value, or other settings vary together with it.
  init?(_ path: String, in run: RunReader) {
    // The error would tell which of the two.
    guard let table = try? PairedTable(run, by: path) else { return nil }
    (self.path, self.table) = (path, table)
    starts = run.trials.map(\.start).uniqued
  }

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

/// What a change of one swept setting does to a measure, over all other settings.
///
/// The effect in one repeat is the mean over all cells, which are the combinations of the other
/// settings; the effect is the median of the repeats. Repeats are the observations, because their
/// starts are random and the cells are not.
public struct MainEffect: Encodable, Sendable {
  public enum Verdict: String, Encodable, Sendable {
    case lower, higher, faster, slower
    /// The interval holds no change.
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
  /// The geometric mean of ratios, or the mean of differences if a value is not above zero.
  public let change: Double
  /// The bounds of the change, which hold for all values of the path with 95 % confidence.
  public let low: Double?
  public let high: Double?
  /// The number of distinct repeats.
  public let repeats: Int
  /// The fewest distinct repeats for an interval.
  public let neededRepeats: Int
  /// The number of cells that have all trials of both values, and of those that do not.
  public let cells: Int
  public let excludedCells: Int
  public let verdict: Verdict

  /// The logarithm of a ratio, or a difference: zero for no change.
  var shift: Double { scale == .ratio ? log(change) : change }

  init(
    _ axis: SweptAxis, _ measure: Column, _ candidate: Int, _ sample: SweptAxis.Sample,
    comparisons: Int
  ) {
    path = axis.path
    self.measure = measure.name
    (from, to) = (axis.names[0], axis.names[candidate])
    scale = sample.isRatio ? .ratio : .difference
    let (shift, bounds) = sample.shift(comparisons: comparisons)
    let value = { (shift: Double) in sample.isRatio ? exp(shift) : shift }
    change = value(shift)
    (low, high) = (bounds.map { value($0.lowerBound) }, bounds.map { value($0.upperBound) })
    repeats = sample.differences.count
    neededRepeats = Shift.minPairs(comparisons: comparisons)
    (cells, excludedCells) = (sample.cells, sample.excludedCells)
    verdict =
      switch bounds {
      case nil: .unclear
      case let bounds? where bounds.lowerBound > 0: measure.isTime ? .slower : .higher
      case let bounds? where bounds.upperBound < 0: measure.isTime ? .faster : .lower
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
}

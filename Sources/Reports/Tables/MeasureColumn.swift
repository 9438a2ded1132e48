import ForceLabPlugins
import ForceLabWorkbench

/// A measure as a column of a table: its heading, its unit and how its numbers are formatted.
struct MeasureColumn {
  /// The column of `trials.csv`.
  let column: Column
  /// The unit in which times are shown; nil for other columns.
  let unit: TimeUnit?
  /// Where there is not room for all columns, the least important is left out first.
  let importance: Int

  /// The measure that is number `place` of its table, for numbers such as `values`.
  init(_ column: Column, place: Int, values: [Double?]) {
    self.column = column
    unit = column.secondsPerUnit.map { seconds in
      TimeUnit(suiting: values.compactMap { $0.map { $0 * seconds } })
    }
    importance = Self.importance(column.importance, place: place)
  }

  /// The title and, of times, the unit.
  var heading: String { column.heading + (unit.map { " \($0.rawValue)" } ?? "") }

  /// `value`, which is in the column's unit, as it stands in the table; empty for nil.
  func text(_ value: Double?) -> String {
    guard let value else { return "" }
    guard let unit, let seconds = column.secondsPerUnit else { return readable(value) }
    return unit.text(seconds: value * seconds)
  }

  /// Those of `measures` that tables show: not those of no importance, nor the time of all steps where
  /// the study measures times of its own.
  static func shown(of measures: [Column]) -> [Column] {
    let ofSteps = StepTimes.columns.map(\.name)
    let hasOwnTimes = measures.contains { $0.isTime && !ofSteps.contains($0.name) }
    return measures.filter { column in
      column.importance > 0
        && !(hasOwnTimes && column.use == .totalTime && ofSteps.contains(column.name))
    }
  }

  /// The importance of a column, or of a drawing, of `importance`: of equals, those to the left matter
  /// more.
  static func importance(_ importance: Int, place: Int = 0) -> Int { 1000 * importance - place }
}

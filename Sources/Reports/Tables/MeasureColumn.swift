import ForceLabPlugins
import ForceLabWorkbench

extension RunReader {
  /// The quality of layouts first. Not those of no importance, nor the time of all steps where the study
  /// measures its own times.
  var shownMeasures: [MeasureColumn] {
    let ofSteps = StepTimes.columns.map(\.name)
    let hasOwnTimes = measures.contains { $0.isTime && !ofSteps.contains($0.name) }
    let shown = measures.filter { column in
      column.importance > 0
        && !(hasOwnTimes && column.use == .totalTime && ofSteps.contains(column.name))
    }
    let quality = shown.filter { $0.use == .quality }
    return (quality + shown.filter { $0.use != .quality }).enumerated().map { index, column in
      MeasureColumn(
        column, index: index,
        values: configurations.compactMap { $0.statistics[column.name]?.median })
    }
  }
}

/// A measure as a column of a table: its heading, its unit and how its numbers are formatted.
struct MeasureColumn {
  let column: Column
  /// The unit in which times are shown; nil for other columns.
  let unit: TimeUnit?
  /// The least important column is dropped first; of equally important ones, the right one.
  let importance: Int
  private let format: NumberFormat

  /// At `index` of its table.
  init(_ column: Column, index: Int, values: [Double]) {
    self.column = column
    unit = column.secondsPerUnit.map { seconds in TimeUnit(suiting: values.map { $0 * seconds }) }
    importance = 1000 * column.importance - index
    let scale = unit.flatMap { unit in column.secondsPerUnit.map { $0 / unit.seconds } } ?? 1
    format = NumberFormat(
      suiting: values.map { $0 * scale }, digits: unit == nil ? 4 : 3,
      showsWhole: unit == nil)
  }

  var heading: String { column.heading + (unit.map { " \($0.rawValue)" } ?? "") }

  /// The median, and how many trials reached the target if not all did.
  func text(of row: RunReader.Configuration) -> String {
    let found = row.statistics[column.name]
    guard row.missesTarget(of: column) else { return text(found?.median) }
    return [text(found?.median), "(\(found?.count ?? 0) of \(row.good))"].filter { !$0.isEmpty }
      .joined(separator: " ")
  }

  /// `value` is in the column's unit.
  func text(_ value: Double?) -> String {
    guard let value else { return "" }
    guard let unit, let seconds = column.secondsPerUnit else { return format.text(value) }
    return format.text(value * seconds / unit.seconds)
  }
}

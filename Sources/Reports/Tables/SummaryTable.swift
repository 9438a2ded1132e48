import ForceLabWorkbench

extension Summary {
  /// The summary for the terminal: a row per configuration with the median of each measure.
  ///
  /// Means and intervals are left to `summary.csv`; of the times, the whole and the tick are shown.
  /// How many trials ended well is told only if some did not.
  public var table: FixedWidthTable { SummaryRows(self).table() }
}

extension SummaryRows {
  /// The rows for the terminal, with a drawing of each configuration's convergence if there is one.
  func table(convergence lines: [String] = []) -> FixedWidthTable {
    let settings = SettingColumns(paths, rows.map(\.settings))
    let shown = MeasureColumn.shown(of: measures).enumerated().map { place, measure in
      MeasureColumn(measure, place: place, values: rows.map { $0.medians[measure.name] })
    }
    let drawing = lines.contains { !$0.isEmpty } ? [FixedWidthTable.Heading.convergence] : []
    var table = FixedWidthTable(
      [FixedWidthTable.Heading("#", isNumeric: true)] + settings.headings
        + [FixedWidthTable.Heading("ok", isNumeric: true)]
        + shown.map {
          FixedWidthTable.Heading($0.heading, isNumeric: true, importance: $0.importance)
        }
        + drawing)
    let areGood = rows.allSatisfy { $0.good == $0.trials }
    table.source = "summary.csv"
    table.rows = rows.indices.map { index in
      let row = rows[index]
      return [String(row.configuration)] + settings.rows[index]
        + [areGood ? "" : "\(row.good) of \(row.trials)"]
        + shown.map { $0.text(row.medians[$0.column.name]) } + drawing.map { _ in lines[index] }
    }
    return table
  }
}

extension FixedWidthTable.Heading {
  /// Of a drawing: told nowhere else, and the next to go after the energies.
  fileprivate static let convergence = FixedWidthTable.Heading(
    "curve", importance: MeasureColumn.importance(4, place: 500), isDrawing: true)
}

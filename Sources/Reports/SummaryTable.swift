import Workbench

extension Summary {
  /// The summary for the terminal: a row per configuration with the median of each measure.
  ///
  /// Means and intervals are left to `summary.csv`; of the times, the whole and the tick are shown.
  public var table: Table {
    let shown = measures.filter { !Self.hidden.contains($0) }
    var table = Table(
      [Table.Heading("#", isNumeric: true)] + shortNames(of: paths).map { Table.Heading($0) }
        + [Table.Heading("ok", isNumeric: true)]
        + shown.map { Table.Heading(Self.title(of: $0), isNumeric: true) })
    for row in rows {
      table.rows.append(
        [String(row.configuration)] + row.settings
          + [row.good == row.trials ? String(row.good) : "\(row.good) of \(row.trials)"]
          + shown.map { measure in
            row.median(of: measure).map { Self.text(of: measure, $0) } ?? ""
          })
    }
    return table
  }

  private static let hidden: Set = ["tick_ns_mean", "tick_ns_p95"]

  private static func title(of measure: String) -> String {
    switch measure {
    case "wall_seconds": "time"
    case "tick_ns_median": "tick"
    default: measure.replacing("_", with: " ")
    }
  }

  private static func text(of measure: String, _ value: Double) -> String {
    switch measure {
    case "wall_seconds": readable(seconds: value)
    case "tick_ns_median": readable(seconds: value / 1e9)
    default: readable(value)
    }
  }
}

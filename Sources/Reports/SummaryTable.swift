import Workbench

extension Summary {
  /// The summary for the terminal: a row per configuration with the median of each measure.
  ///
  /// Means and intervals are left to `summary.csv`; of the times, the whole and the tick are shown,
  /// the whole as the study tells it where it has times of its own, as of a layout with its placement.
  /// How many trials ended well is told only if some did not.
  public var table: Table {
    let settings = settings
    let hasOwnTimes = measures.contains { $0 != "wall_seconds" && MeasureColumn.isTime($0) }
    let hidden = Self.hidden.union(hasOwnTimes ? ["wall_seconds"] : [])
    let shown = measures.filter { !hidden.contains($0) }.enumerated().map { index, measure in
      MeasureColumn(measure, place: index, values: rows.map { $0.median(of: measure) })
    }
    var table = Table(
      [Table.Heading("#", isNumeric: true)] + settings.headings
        + [Table.Heading("ok", isNumeric: true)] + shown.map(\.heading))
    let areGood = rows.allSatisfy { $0.good == $0.trials }
    table.source = "summary.csv"
    table.rows = rows.indices.map { index in
      let row = rows[index]
      return [String(row.configuration)] + settings.rows[index]
        + [areGood ? "" : "\(row.good) of \(row.trials)"] + shown.map { $0.texts[index] }
    }
    return table
  }

  private static let hidden: Set = ["tick_ns_mean", "tick_ns_p95"]

  private var settings: SettingColumns { SettingColumns(paths, rows.map(\.settings)) }
}

/// A measure as a column of the summary.
private struct MeasureColumn {
  let heading: Table.Heading
  let texts: [String]

  init(_ measure: String, place: Int, values: [Double?]) {
    let importance = Self.droppedFirst.firstIndex(of: measure) ?? 1000 - place
    guard let time = Self.time(measure) else {
      let title = Self.titles[measure] ?? measure.replacing("_", with: " ")
      heading = Table.Heading(title, isNumeric: true, importance: importance)
      texts = values.map { $0.map { readable($0) } ?? "" }
      return
    }
    let seconds = values.map { $0.map { $0 * time.seconds } }
    let unit = TimeUnit(suiting: seconds.compactMap { $0 })
    heading = Table.Heading(
      "\(time.title) \(unit.rawValue)", isNumeric: true,
      importance: time.title == "tick" ? .max : importance)
    texts = seconds.map { $0.map { unit.text(seconds: $0) } ?? "" }
  }

  /// Whether `measure` is a time that a study tells, beside those of every trial's ticks.
  static func isTime(_ measure: String) -> Bool {
    measure.hasSuffix("_seconds") || measure.hasSuffix("_ns")
  }

  /// How a time is called and how many seconds its unit is; nil if `measure` is none.
  private static func time(_ measure: String) -> (title: String, seconds: Double)? {
    switch measure {
    case "layout_seconds", "wall_seconds": return ("time", 1)
    case "tick_ns_median": return ("tick", 1e-9)
    default: break
    }
    guard isTime(measure), let unit = measure.lastIndex(of: "_") else { return nil }
    let title = String(measure[..<unit]).replacing("_", with: " ")
    return (title, measure[unit...] == "_ns" ? 1e-9 : 1)
  }

  private static let titles = [
    "kinetic_energy": "kinetic", "potential_energy": "potential", "total_energy": "energy",
  ]
  /// What tells least about a finished layout, the least first.
  private static let droppedFirst = [
    "kinetic_energy", "potential_energy", "total_energy", "wall_seconds", "movement", "iterations",
  ]
}

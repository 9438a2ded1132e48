import Workbench

extension Summary {
  /// The summary for the terminal: a row per configuration with the median of each measure.
  ///
  /// Means and intervals are left to `summary.csv`; of the times, the whole and the tick are shown,
  /// the whole as the study tells it where it has times of its own, as of a layout with its placement.
  /// How many trials ended well is told only if some did not.
  public var table: Table {
    let settings = settings
    let hasOwnTimes = measures.contains { Column.isTime($0) && !Self.ofSteps.contains($0) }
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
  /// What is told of every study's steps.
  private static let ofSteps = hidden.union(["wall_seconds", "tick_ns_median"])

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

  /// How a time is called and how many seconds its unit is; nil if `measure` is none.
  private static func time(_ measure: String) -> (title: String, seconds: Double)? {
    guard let seconds = Column.seconds(measure) else { return nil }
    let unit = seconds == 1 ? "_seconds" : "_ns"
    let title = times[measure] ?? measure.replacing(unit, with: "").replacing("_", with: " ")
    return (title, seconds)
  }

  private static let times = [
    "layout_seconds": "time", "wall_seconds": "time", "tick_ns_median": "tick",
  ]

  private static let titles = [
    "kinetic_energy": "kinetic", "potential_energy": "potential", "total_energy": "energy",
  ]
  /// What tells least about a finished layout, the least first.
  private static let droppedFirst = [
    "kinetic_energy", "potential_energy", "total_energy", "wall_seconds", "movement", "iterations",
  ]
}

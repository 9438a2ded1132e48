import ForceLabWorkbench
import ForceLabSettings

/// What was found, for the page: a row per configuration with the median of each measure, its 95 %
/// interval, and a mark at the best of each column.
struct ConfigurationTable {
  /// A column's heading.
  struct Heading {
    let title: String
    let isNumeric: Bool
    /// Which end of the column is better, in a few words; nil if neither is.
    let wish: String?
  }

  /// A field.
  struct Cell {
    let text: String
    /// The 95 % interval of the median; nil if there is none, or nothing between its ends.
    let interval: String?
    /// What the column is sorted by: a number in full.
    let key: String
    let isNumeric: Bool
    let isBest: Bool
  }

  /// A configuration.
  struct Row {
    let cells: [Cell]
  }

  let headings: [Heading]
  let rows: [Row]
  /// How many configurations there are, in words.
  let count: String
  /// Whether there are so many that a reader wants to pick some.
  let isLong: Bool

  /// The table of `run`.
  ///
  /// Throws a `Diagnostic` with the line if a number in `summary.csv` is none.
  init(_ run: RunRecord) throws(Diagnostic) {
    let settings = SettingColumns(run.paths, run.configurations)
    var columns = [Self.numbers(run.configurations.count)]
    for (place, heading) in settings.headings.enumerated() {
      columns.append(Self.setting(heading, settings.rows.map { $0[place] }))
    }
    if let endings = Self.endings(run) { columns.append(endings) }
    for (place, measure) in MeasureColumn.shown(of: run.measures).enumerated() {
      if let column = try Self.measure(measure, place, run) { columns.append(column) }
    }
    headings = columns.map(\.heading)
    rows = run.configurations.indices.map { row in Row(cells: columns.map { $0.cells[row] }) }
    count = counted(rows.count, "configuration")
    isLong = rows.count > 20
  }

  private typealias Column = (heading: Heading, cells: [Cell])

  private static func numbers(_ count: Int) -> Column {
    (
      Heading(title: "#", isNumeric: true, wish: nil),
      (0..<count).map { cell(String($0 + 1), isNumeric: true) }
    )
  }

  private static func setting(_ heading: FixedWidthTable.Heading, _ texts: [String]) -> Column {
    (
      Heading(title: heading.title, isNumeric: heading.isNumeric, wish: nil),
      texts.map { cell($0, isNumeric: heading.isNumeric) }
    )
  }

  /// How many trials of each configuration ended well; nil if all did.
  private static func endings(_ run: RunRecord) -> Column? {
    let trials = Dictionary(grouping: run.trials, by: \.settings)
    let counts = run.configurations.map { settings in
      let all = trials[settings] ?? []
      return (good: all.count(where: \.isGood), all: all.count)
    }
    if counts.allSatisfy({ $0.good == run.repeats }) { return nil }
    return (
      Heading(title: "ended well", isNumeric: true, wish: nil),
      counts.map { count in
        Cell(
          text: "\(count.good) of \(count.all)", interval: nil, key: String(count.good),
          isNumeric: true, isBest: false)
      }
    )
  }

  /// The column of a measure; nil if it has no number.
  private static func measure(_ measure: String, _ place: Int, _ run: RunRecord)
    throws(Diagnostic) -> Column?
  {
    let medians = try run.summary.numbers("median_" + measure)
    let known = medians.compactMap { $0 }
    if known.isEmpty { return nil }
    let (lows, highs) = (
      try run.summary.numbers("low_" + measure), try run.summary.numbers("high_" + measure)
    )
    let column = MeasureColumn(measure, place: place, values: medians)
    let preference = Preference(measure)
    let best = preference?.best(of: known)
    let cells = medians.indices.map { row in
      Cell(
        text: column.text(medians[row]), interval: interval(lows[row], highs[row], column),
        key: medians[row].map { String($0) } ?? "", isNumeric: true,
        isBest: best != nil && medians[row] == best)
    }
    let wish = preference.map { $0 == .less ? "lower is better" : "higher is better" }
    return (Heading(title: column.heading, isNumeric: true, wish: wish), cells)
  }

  private static func interval(_ low: Double?, _ high: Double?, _ column: MeasureColumn) -> String?
  {
    guard let low, let high, low < high else { return nil }
    return "\(column.text(low)) … \(column.text(high))"
  }

  private static func cell(_ text: String, isNumeric: Bool) -> Cell {
    Cell(text: text, interval: nil, key: text, isNumeric: isNumeric, isBest: false)
  }
}

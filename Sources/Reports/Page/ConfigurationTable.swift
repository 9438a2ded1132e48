import ForceLabPlugins
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
    for (place, measure) in MeasureColumn.shown(of: run.measures.map { run.columns[$0] })
      .enumerated()
    {
      if let column = try Self.measure(measure, place, run) { columns.append(column) }
    }
    headings = columns.map(\.heading)
    rows = run.configurations.indices.map { row in Row(cells: columns.map { $0.cells[row] }) }
    count = counted(rows.count, "configuration")
    isLong = rows.count > 20
  }

  private typealias Cells = (heading: Heading, cells: [Cell])

  private static func numbers(_ count: Int) -> Cells {
    (
      Heading(title: "#", isNumeric: true, wish: nil),
      (0..<count).map { cell(String($0 + 1), isNumeric: true) }
    )
  }

  private static func setting(_ heading: FixedWidthTable.Heading, _ texts: [String]) -> Cells {
    (
      Heading(title: heading.title, isNumeric: heading.isNumeric, wish: nil),
      texts.map { cell($0, isNumeric: heading.isNumeric) }
    )
  }

  /// How many trials of each configuration ended well; nil if all did.
  private static func endings(_ run: RunRecord) -> Cells? {
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
  private static func measure(_ measure: Column, _ place: Int, _ run: RunRecord)
    throws(Diagnostic) -> Cells?
  {
    let medians = try run.summary.numbers("median_" + measure.name)
    let known = medians.compactMap { $0 }
    if known.isEmpty { return nil }
    let (lows, highs) = (
      try run.summary.numbers("low_" + measure.name),
      try run.summary.numbers("high_" + measure.name)
    )
    let column = MeasureColumn(measure, place: place, values: medians)
    let best = known.best(measure.better)
    let cells = medians.indices.map { row in
      Cell(
        text: column.text(medians[row]), interval: interval(lows[row], highs[row], column),
        key: medians[row].map { String($0) } ?? "", isNumeric: true,
        isBest: best != nil && medians[row] == best)
    }
    let wish = measure.better.map { "\($0.rawValue) is better" }
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

extension [Double] {
  /// The best of them; nil if neither lower nor higher values are better, or all are equal.
  fileprivate func best(_ better: Column.Better?) -> Double? {
    guard let better, let least = self.min(), let greatest = self.max(), least < greatest else {
      return nil
    }
    return better == .lower ? least : greatest
  }
}

import ForceLabPlugins
import ForceLabWorkbench
import ForceLabSettings

/// The results for the page: a row per configuration with the median of each measure, its 95 %
/// interval, and a mark at the best value of each column.
struct ConfigurationTable {
  struct Heading {
    let title: String
    let isNumeric: Bool
    /// Whether lower or higher is better, in words; nil if neither.
    let direction: String?
  }

  struct Cell {
    let text: String
    /// The 95 % interval of the median; nil if there is none or it is a point.
    let interval: String?
    /// The sort key: a number in full.
    let key: String
    let isNumeric: Bool
    let isBest: Bool
  }

  struct Row {
    let cells: [Cell]
  }

  let headings: [Heading]
  let rows: [Row]
  /// The measures that have the same value in every row, in a sentence; nil if there are none.
  let constants: String?
  let count: String
  /// Whether the table gets a filter because it has many rows.
  let isLong: Bool

  init(_ run: RunReader, _ findings: Findings) {
    let settings = SettingColumns(run.paths, run.configurations.map(\.settings))
    let numbers = run.configurations.indices.map { String($0 + 1) }
    var columns = [Self.texts("#", isNumeric: true, numbers)]
    for (place, heading) in settings.headings.enumerated() {
      let values = settings.rows.map { $0[place] }
      columns.append(Self.texts(heading.title, isNumeric: heading.isNumeric, values))
    }
    if let endings = Self.endings(run) { columns.append(endings) }
    let measures = run.shownMeasures.compactMap { Self.measure($0, run, findings) }
    let same = measures.filter { Self.isConstant($0.cells) }
    columns += measures.filter { !Self.isConstant($0.cells) }
    let texts = same.map { "\($0.heading.title) \($0.cells[0].text)" }
    constants =
      texts.isEmpty ? nil : "The same in every row: \(texts.joined(separator: ", "))."
    headings = columns.map(\.heading)
    rows = run.configurations.indices.map { row in Row(cells: columns.map { $0.cells[row] }) }
    count = counted(rows.count, "configuration")
    isLong = rows.count > 20
  }

  private typealias Cells = (heading: Heading, cells: [Cell])

  private static func texts(_ title: String, isNumeric: Bool, _ texts: [String]) -> Cells {
    (
      Heading(title: title, isNumeric: isNumeric, direction: nil),
      texts.map {
        Cell(text: $0, interval: nil, key: $0, isNumeric: isNumeric, isBest: false)
      }
    )
  }

  /// Nil if all ended well.
  private static func endings(_ run: RunReader) -> Cells? {
    if run.configurations.allSatisfy({ $0.good == run.repeats }) { return nil }
    return (
      Heading(title: "succeeded", isNumeric: true, direction: nil),
      run.configurations.map { row in
        Cell(
          text: "\(row.good) of \(row.trials)", interval: nil, key: String(row.good),
          isNumeric: true, isBest: false)
      }
    )
  }

  /// Nil if it has no number.
  private static func measure(_ measure: MeasureColumn, _ run: RunReader, _ findings: Findings)
    -> Cells?
  {
    let medians = run.configurations.map { $0.statistics[measure.column.name] }
    let known = medians.compactMap { $0?.value }
    if known.isEmpty && measure.column.use != .target { return nil }
    let best = Set(
      findings.best.filter { $0.measure == measure.column.name && !$0.isShared }
        .flatMap { $0.within + [$0.configuration] })
    let cells = zip(run.configurations, medians).map { row, median in
      Cell(
        text: measure.text(of: row), interval: median.flatMap { interval($0, measure) },
        key: median.map { String($0.value) } ?? "", isNumeric: true,
        isBest: best.contains(row.number))
    }
    let direction = measure.column.better.map { "\($0.rawValue) is better" }
    return (Heading(title: measure.heading, isNumeric: true, direction: direction), cells)
  }

  private static func isConstant(_ cells: [Cell]) -> Bool {
    cells.count > 1 && cells.allSatisfy { $0.key == cells[0].key && $0.interval == nil }
  }

  private static func interval(_ median: RunReader.Median, _ column: MeasureColumn) -> String? {
    guard let interval = median.interval, interval.lowerBound < interval.upperBound else {
      return nil
    }
    return "\(column.text(interval.lowerBound)) … \(column.text(interval.upperBound))"
  }
}

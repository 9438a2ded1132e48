import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench

/// A table as the template of a report prints it.
struct PageTable {
  struct Row { let cells: [Table.Cell] }

  var title = ""
  /// Whether it is shown without a click.
  var isOpen = false
  let headings: [Table.Heading]
  let rows: [Row]
  /// The measures that have the same value in every row, in a sentence; nil if there are none.
  var constants: String?
  var count = ""
  /// Whether it gets a filter because it has many rows.
  var isLong = false
}

extension PageTable {
  /// `table` without its empty columns.
  init(_ title: String, _ table: Table, isOpen: Bool = false) {
    let table = table.withoutEmptyColumns
    (self.title, self.isOpen) = (title, isOpen)
    headings = table.headings
    rows = table.rows.map { Row(cells: $0) }
  }

  private typealias Column = (heading: Table.Heading, cells: [Table.Cell])

  /// A row per configuration with the median of each measure, its 95 % interval, and a mark at the best
  /// value of each column.
  init(_ run: RunReader, _ findings: Findings) {
    let settings = SettingColumns(run.paths, run.configurations.map(\.settings))
    func texts(_ heading: Table.Heading, _ texts: [String]) -> Column {
      (heading, texts.map { .init(text: $0, key: $0, isNumeric: heading.isNumeric) })
    }
    var columns = [
      texts(.init("#", isNumeric: true), run.configurations.indices.map { String($0 + 1) })
    ]
    columns += settings.headings.enumerated().map { index, heading in
      texts(heading, settings.rows.map { $0[index] })
    }
    if !run.configurations.allSatisfy({ $0.good == run.repeats }) {
      let cells = run.configurations.map {
        Table.Cell(text: "\($0.good) of \($0.trials)", key: String($0.good))
      }
      columns.append((.init("succeeded", isNumeric: true), cells))
    }
    let measures = run.shownMeasures.compactMap { Self.column($0, run, findings) }
    let isConstant = { (column: Column) in
      let cells = column.cells
      return cells.count > 1 && cells.allSatisfy { $0.key == cells[0].key && $0.interval == nil }
    }
    columns += measures.filter { !isConstant($0) }
    let same = measures.filter(isConstant).map { "\($0.heading.title) \($0.cells[0].text)" }
    constants = same.isEmpty ? nil : "The same in every row: \(same.joined(separator: ", "))."
    headings = columns.map(\.heading)
    rows = run.configurations.indices.map { row in Row(cells: columns.map { $0.cells[row] }) }
    (count, isLong) = (counted(rows.count, "configuration"), rows.count > 20)
  }

  /// Nil if the measure has no number.
  private static func column(
    _ measure: MeasureColumn, _ run: RunReader, _ findings: Findings
  ) -> Column? {
    let name = measure.column.name
    let statistics = run.configurations.map { $0.statistics[name] }
    if statistics.allSatisfy({ $0 == nil }) && measure.column.use != .target { return nil }
    let best = Set(
      findings.best.filter { $0.measure == name && !$0.isShared }
        .flatMap { $0.within + [$0.configuration] })
    let cells = zip(run.configurations, statistics).map { row, found in
      let interval = found?.interval.flatMap { $0.lowerBound < $0.upperBound ? $0 : nil }
      return Table.Cell(
        text: measure.text(of: row),
        interval: interval.map {
          "\(measure.text($0.lowerBound)) … \(measure.text($0.upperBound))"
        },
        key: found.map { String($0.median) } ?? "", isBest: best.contains(row.number))
    }
    var heading = Table.Heading(measure.heading, isNumeric: true)
    heading.direction = measure.column.better.map { "\($0.rawValue) is better" }
    return (heading, cells)
  }
}

/// The comparison of algorithms over all instances by one measure, for the page.
struct InstanceSection {
  let title: String
  let tables: [PageTable]
  let notes: [String]

  /// More columns do not fit a page.
  private static let maxColumns = 12

  init(_ comparison: InstanceComparison) {
    title = comparison.heading
    var tables = [PageTable("Algorithms", comparison.standingTable, isOpen: true)]
    if comparison.standings.count <= Self.maxColumns {
      tables.append(
        PageTable("Values of each \(comparison.table.axes.name)", comparison.valueTable))
    }
    self.tables = tables + [PageTable("Tests of pairs", comparison.pairTable)]
    notes = comparison.notes
  }
}

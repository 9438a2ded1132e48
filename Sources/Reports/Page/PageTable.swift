/// A table as the template of a report prints it.
struct PageTable {
  struct Row { let cells: [Table.Cell] }

  let title: String
  /// Whether it is shown without a click.
  let isOpen: Bool
  let headings: [Table.Heading]
  let rows: [Row]

  /// `table` without its empty columns.
  init(_ title: String, _ table: Table, isOpen: Bool = false) {
    let table = table.withoutEmptyColumns
    (self.title, self.isOpen) = (title, isOpen)
    headings = table.headings
    rows = table.rows.map { Row(cells: $0) }
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

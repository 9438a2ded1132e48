/// A table as the template of a report prints it.
struct PageTable {
  let title: String
  /// Whether it is shown without a click.
  let isOpen: Bool
  let headings: [Table.Heading]
  let rows: [[String: [[String: Any]]]]

  /// `table` without its empty columns.
  init(_ title: String, _ table: Table, isOpen: Bool = false) {
    let table = table.withoutEmptyColumns
    (self.title, self.isOpen) = (title, isOpen)
    headings = table.headings
    rows = table.rows.map { ["cells": $0.map(\.fields)] }
  }
}

extension Table.Cell {
  /// As templates name them.
  var fields: [String: Any] {
    ["text": text, "key": key, "isNumeric": isNumeric, "isBest": isBest]
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

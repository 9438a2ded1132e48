/// The comparison of algorithms over all instances by one measure, for the page.
struct InstanceSection {
  struct Cell {
    let text: String
    let isNumeric: Bool
    var isBest = false
  }

  struct Row { let cells: [Cell] }

  struct Table {
    let title: String
    let headings: [Cell]
    let rows: [Row]
    /// Whether it is shown without a click.
    let isOpen: Bool

    init(_ title: String, _ table: FixedWidthTable, isOpen: Bool = false) {
      self.title = title
      self.isOpen = isOpen
      let used = table.headings.indices.filter { column in
        table.rows.contains { !$0[column].isEmpty }
      }
      headings = used.map {
        Cell(text: table.headings[$0].title, isNumeric: table.headings[$0].isNumeric)
      }
      rows = table.rows.map { row in
        Row(
          cells: used.map { column in
            let (text, heading) = (row[column], table.headings[column])
            let isBest = text.hasPrefix(InstanceComparison.star)
            return Cell(
              text: isBest ? String(text.dropFirst(InstanceComparison.star.count)) : text,
              isNumeric: heading.isNumeric, isBest: isBest)
          })
      }
    }
  }

  let title: String
  let tables: [Table]
  let notes: [String]

  /// More columns do not fit a page.
  private static let maxColumns = 12

  init(_ comparison: InstanceComparison) {
    title = comparison.heading
    var tables = [Table("Algorithms", comparison.standingTable, isOpen: true)]
    if comparison.standings.count <= Self.maxColumns {
      tables += [
        Table("Won, tied and lost", comparison.matrix),
        Table("Values of each \(comparison.table.axes.name)", comparison.valueTable),
      ]
    }
    self.tables = tables + [Table("Tests of pairs", comparison.pairTable)]
    notes = [comparison.testSentence]
  }
}

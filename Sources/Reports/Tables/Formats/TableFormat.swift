import ForceLabWorkbench

/// A format in which a table is printed for another program. CSV and JSON have every number in full: `stress`,
/// `stress_low` and `stress_high` for the bounds of its interval, and `stress_best`, empty without a verdict.
public enum TableFormat: String, Sendable {
  case markdown, latex, csv, json

  /// How it marks the best values, as the first words of a sentence.
  var bestMark: String {
    switch self {
    case .markdown, .latex: "Bold"
    case .csv: "1"
    case .json: "true"
    }
  }

  /// `caption` says what the table shows; `name` is that of the run.
  public func text(of table: Table, caption: String, name: String) -> String {
    switch self {
    case .markdown: MarkdownTable.text(of: table, caption: caption)
    case .latex: LaTeXTable.text(of: table, caption: caption, name: name)
    case .csv: csvText(table.rows, table.fileColumns.map { ($0.name, $0.field) })
    case .json: table.objects.prettyJSON
    }
  }
}

extension Table {
  /// Marks the best values in text.
  static let star = "★ "

  /// A column of a file. Flags are 1 or 0 in CSV, and true or false in JSON.
  fileprivate typealias FileColumn = (name: String, isFlag: Bool, field: ([Cell]) -> Field)

  fileprivate var fileColumns: [FileColumn] {
    headings.enumerated().flatMap { index, heading -> [FileColumn] in
      let (name, cells) = (heading.name ?? heading.title, rows.map { $0[index] })
      guard cells.contains(where: { $0.number != nil }) else {
        return [(name, false, { .text($0[index].text) })]
      }
      let number: FileColumn = (name, false, { Field($0[index].number) })
      guard cells.contains(where: { $0.isBest || $0.bounds != nil }) else { return [number] }
      return [
        number, ("\(name)_low", false, { Field($0[index].bounds?.lowerBound) }),
        ("\(name)_high", false, { Field($0[index].bounds?.upperBound) }),
        (
          "\(name)_best", true,
          { $0[index].isBest ? .integer(1) : $0[index].hasNoVerdict ? .none : .integer(0) }
        ),
      ]
    }
  }

  /// The rows as objects with the columns of a CSV file as keys; those without a value are omitted.
  var objects: [JSONObject] {
    let columns = fileColumns
    return rows.map { row in
      JSONObject(
        columns.map { name, isFlag, field in
          (name, isFlag ? field(row).number.map { $0 == 1 } : field(row).encodable)
        })
    }
  }
}

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
    case .csv:
      csvText(
        table.rows,
        table.columns.map { column in (column.name, { column.value($0)?.field ?? .none }) })
    case .json: table.objects.prettyJSON
    }
  }
}

extension Table {
  /// Marks the best values in text.
  static let star = "★ "

  enum Value {
    case number(Double), text(String), flag(Bool)

    fileprivate var field: Field {
      switch self {
      case .number(let number): .number(number)
      case .text(let text): .text(text)
      case .flag(let flag): .integer(flag ? 1 : 0)
      }
    }

    var json: any Encodable {
      switch self {
      case .number(let number): number
      case .text(let text): text
      case .flag(let flag): flag
      }
    }
  }

  /// The columns of files, and their values in a row.
  var columns: [(name: String, value: ([Cell]) -> Value?)] {
    headings.enumerated().flatMap { index, heading -> [(name: String, value: ([Cell]) -> Value?)] in
      let (name, cells) = (heading.name ?? heading.title, rows.map { $0[index] })
      guard cells.contains(where: { $0.number != nil }) else {
        return [(name, { $0[index].text.isEmpty ? nil : .text($0[index].text) })]
      }
      let number = { (row: [Cell]) in row[index].number.map { Value.number($0) } }
      guard cells.contains(where: { $0.isBest || $0.bounds != nil }) else {
        return [(name, number)]
      }
      return [
        (name, number),
        ("\(name)_low", { $0[index].bounds.map { .number($0.lowerBound) } }),
        ("\(name)_high", { $0[index].bounds.map { .number($0.upperBound) } }),
        (
          "\(name)_best",
          { $0[index].hasNoVerdict && !$0[index].isBest ? nil : .flag($0[index].isBest) }
        ),
      ]
    }
  }

  /// The rows as objects with the columns of a CSV file as keys; those without a value are omitted.
  var objects: [JSONObject] {
    let columns = columns
    return rows.map { row in JSONObject(columns.map { ($0.name, $0.value(row)?.json) }) }
  }
}

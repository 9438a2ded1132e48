import TextTable

/// Rows of text under headings, for the terminal.
public struct Table: Sendable {
  /// A column: its heading, and whether it holds numbers, which stand to the right.
  public struct Heading: Sendable {
    /// The text above the column.
    public var title: String
    /// Whether it holds numbers.
    public var isNumeric: Bool

    /// A heading of `title`.
    public init(_ title: String, isNumeric: Bool = false) {
      self.title = title
      self.isNumeric = isNumeric
    }
  }

  /// The headings.
  public var headings: [Heading]
  /// The rows, each with one text per heading.
  public var rows: [[String]]

  /// A table of `rows` under `headings`.
  public init(_ headings: [Heading], rows: [[String]] = []) {
    self.headings = headings
    self.rows = rows
  }

  /// The table as lines of text; columns without any text are left out.
  public var text: String {
    let kept = headings.indices.filter { column in
      rows.isEmpty || rows.contains { !$0[column].isEmpty }
    }
    let headings = headings
    let table = TextTable<[String]> { row in
      kept.map { column in
        let heading = headings[column]
        return Column(
          title: heading.title, value: row[column], align: heading.isNumeric ? .right : .left)
      }
    }
    return table.string(for: rows, style: Style.simple) ?? ""
  }
}

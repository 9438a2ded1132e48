import TextTable

/// Rows of text under headings, for the terminal.
public struct FixedWidthTable: Sendable {
  public struct Heading: Sendable {
    public var title: String
    public var isNumeric: Bool
    /// Where there is not room for all columns, the least important is dropped first; nil stays.
    public var importance: Int?
    /// Whether it holds drawings, whose absence needs no note.
    public var isDrawing: Bool

    public init(
      _ title: String, isNumeric: Bool = false, importance: Int? = nil, isDrawing: Bool = false
    ) {
      (self.title, self.isNumeric) = (title, isNumeric)
      (self.importance, self.isDrawing) = (importance, isDrawing)
    }
  }

  public var headings: [Heading]
  /// One text per heading.
  public var rows: [[String]]
  /// The file that has every column.
  public var source: String

  public init(_ headings: [Heading], rows: [[String]] = [], source: String = "") {
    (self.headings, self.rows, self.source) = (headings, rows, source)
  }

  /// A row for each of `items`.
  public init<Item>(_ items: [Item], source: String = "", _ columns: [TableColumn<Item>]) {
    self.init(
      columns.map(\.heading), rows: items.map { item in columns.map { $0.text(item) } },
      source: source)
  }

  /// The table as lines of at most `width` characters, without empty columns.
  ///
  /// Where there is not room for all columns, values that are the same in every row move to a line
  /// below; then the least important columns are dropped, and a line names them.
  public func text(width: Int = .max) -> String {
    var fitting = TableFitting(self)
    fitting.fit(to: width)
    let notes = fitting.notes.map { wrapped($0, width: width) }
    return ([fitting.table.grid] + notes).joined(separator: "\n")
  }

  private var grid: String {
    if rows.isEmpty { return headings.map(\.title).joined(separator: " ") }
    let (headings, widths) = (headings, widths)
    let table = TextTable<[String]> { row in
      headings.indices.map { index in
        Column(
          title: headings[index].title, value: row[index], width: widths[index],
          align: headings[index].isNumeric ? .right : .left)
      }
    }
    let lines = (table.string(for: rows, style: Style.simple) ?? "").split(separator: "\n")
    return lines.map { String($0.reversed().drop { $0 == " " }.reversed()) }
      .joined(separator: "\n")
  }

  var widths: [Int] {
    headings.indices.map { column in
      rows.reduce(headings[column].title.count) { max($0, $1[column].count) }
    }
  }
}

/// A column of a table, and how it shows an item.
public struct TableColumn<Item> {
  let heading: FixedWidthTable.Heading
  let text: (Item) -> String

  public static func text(
    _ title: String, importance: Int? = nil, _ text: @escaping (Item) -> String
  ) -> TableColumn {
    TableColumn(heading: .init(title, importance: importance), text: text)
  }

  public static func number(
    _ title: String, importance: Int? = nil, _ text: @escaping (Item) -> String
  ) -> TableColumn {
    TableColumn(heading: .init(title, isNumeric: true, importance: importance), text: text)
  }
}

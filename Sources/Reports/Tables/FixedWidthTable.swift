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

/// Makes a table narrow enough, and records what it dropped.
struct TableFitting {
  private(set) var table: FixedWidthTable
  private var same: [String] = []
  private var dropped: [String] = []

  /// The smallest width of a truncated column.
  private static let narrowest = 8

  init(_ table: FixedWidthTable) {
    self.table = table
    let empty = table.headings.indices.filter { column in
      !table.rows.isEmpty && table.rows.allSatisfy { $0[column].isEmpty }
    }
    empty.reversed().forEach { remove($0) }
  }

  var notes: [String] {
    var notes: [String] = []
    if !same.isEmpty { notes.append("The same in every row: \(same.joined(separator: ", ")).") }
    if !dropped.isEmpty {
      let place = table.source.isEmpty ? "" : "; see \(table.source)"
      notes.append(
        "Not shown, because the table is too wide: \(dropped.joined(separator: ", "))\(place).")
    }
    return notes
  }

  mutating func fit(to width: Int) {
    moveConstants(width)
    cutTexts(to: max(Self.narrowest, width / 3), unlessWithin: width)
    leaveOut(width)
    while excess(width) > 0, let widest = widestText {
      truncate(widest, to: max(Self.narrowest, table.widths[widest] - excess(width)))
    }
  }

  private func excess(_ width: Int) -> Int {
    table.widths.reduce(-1) { $0 + $1 + 1 } - width
  }

  private mutating func moveConstants(_ width: Int) {
    guard table.rows.count > 1 else { return }
    for (column, heading) in table.headings.enumerated().reversed()
    where heading.importance != nil && !heading.isDrawing && excess(width) > 0 {
      guard let first = table.rows.first?[column], table.rows.allSatisfy({ $0[column] == first })
      else { continue }
      same.insert("\(heading.title) \(first)", at: 0)
      remove(column)
    }
  }

  private mutating func cutTexts(to limit: Int, unlessWithin width: Int) {
    guard excess(width) > 0 else { return }
    for column in table.headings.indices where !table.headings[column].isNumeric {
      truncate(column, to: limit)
    }
  }

  private mutating func leaveOut(_ width: Int) {
    while excess(width) > 0 {
      let candidates = table.headings.indices.filter { table.headings[$0].importance != nil }
      let minimum = candidates.min { a, b in
        (table.headings[a].importance ?? 0) < (table.headings[b].importance ?? 0)
      }
      guard let minimum else { return }
      if !table.headings[minimum].isDrawing { dropped.append(table.headings[minimum].title) }
      remove(minimum)
    }
  }

  private var widestText: Int? {
    let widths = table.widths
    return table.headings.indices
      .filter { !table.headings[$0].isNumeric && widths[$0] > Self.narrowest }
      .max { widths[$0] < widths[$1] }
  }

  private mutating func truncate(_ column: Int, to limit: Int) {
    table.headings[column].title = Self.truncated(table.headings[column].title, limit)
    for row in table.rows.indices {
      table.rows[row][column] = Self.truncated(table.rows[row][column], limit)
    }
  }

  private static func truncated(_ text: String, _ limit: Int) -> String {
    text.count > limit ? text.prefix(limit - 1) + "…" : text
  }

  private mutating func remove(_ column: Int) {
    table.headings.remove(at: column)
    for row in table.rows.indices { table.rows[row].remove(at: column) }
  }
}

/// `text` in lines of at most `width` characters.
///
/// Long lines are broken between words and indented to their last column, which begins after the
/// last two spaces in a row. Words are never broken.
public func wrapped(_ text: String, width: Int) -> String {
  text.split(separator: "\n", omittingEmptySubsequences: false)
    .map { wrapped(line: $0, width: width) }.joined(separator: "\n")
}

private func wrapped(line: Substring, width: Int) -> String {
  guard line.count > width else { return String(line) }
  let indent = indentOfLastColumn(line)
  // A long line is better than a column too narrow to read.
  guard width - indent >= 20 else { return String(line) }
  var lines = [String(line.prefix(indent))]
  var isStart = true
  for word in line.dropFirst(indent).split(separator: " ") {
    if !isStart && lines[lines.count - 1].count + 1 + word.count > width {
      lines.append(String(repeating: " ", count: indent))
      isStart = true
    }
    lines[lines.count - 1] += (isStart ? "" : " ") + word
    isStart = false
  }
  return lines.joined(separator: "\n")
}

private func indentOfLastColumn(_ line: Substring) -> Int {
  var indent = 0
  var spaces = 2
  for (index, character) in line.enumerated() {
    if character != " " && spaces >= 2 { indent = index }
    spaces = character == " " ? spaces + 1 : 0
  }
  return indent
}

import ForceLabSettings

extension Table {
  /// The table as lines of at most `width` columns of a terminal, without empty columns.
  ///
  /// The best values have a star. Where there is not room for all columns, intervals are left out, and values that are
  /// the same in every row move to a line below; then the least important columns are dropped, and a line names them.
  public func text(width: Int = .max) -> String {
    let full = withoutEmptyColumns
    var table = TextGrid(full, hasIntervals: true)
    let hasIntervals = !table.exceeds(width)
    if !hasIntervals { table = TextGrid(full, hasIntervals: false) }
    var (same, dropped): ([String], [String]) = ([], [])
    for (column, heading) in table.headings.enumerated().reversed()
    where heading.importance != nil && table.exceeds(width) {
      guard rows.count > 1, Set(table.rows.map { $0[column] }).count == 1 else { continue }
      same.insert("\(heading.title) \(table.rows[0][column])", at: 0)
      table.remove(column)
    }
    if table.exceeds(width) {
      for column in table.textColumns {
        table.truncate(column, to: max(TextGrid.minWidth, width / 3))
      }
    }
    while table.exceeds(width), let column = table.leastImportantColumn {
      dropped.append(table.headings[column].title)
      table.remove(column)
    }
    while table.exceeds(width),
      let column = table.textColumns.max(by: { table.widths[$0] < table.widths[$1] }),
      table.widths[column] > TextGrid.minWidth
    {
      let excess = table.width - width
      table.truncate(column, to: max(TextGrid.minWidth, table.widths[column] - excess))
    }
    let hint = source.isEmpty ? "" : "; see \(source)"
    let isWithoutIntervals = !hasIntervals && rows.joined().contains { $0.interval != nil }
    if isWithoutIntervals { dropped.append("intervals") }
    let notes = [
      same.isEmpty ? "" : "The same in every row: \(same.joined(separator: ", ")).",
      dropped.isEmpty
        ? ""
        : "Not shown, because the table is too wide: \(dropped.joined(separator: ", "))\(hint).",
    ].filter { !$0.isEmpty }
    return ([table.text] + notes.map { wrapped($0, width: width) }).joined(separator: "\n")
  }
}

/// The texts of a table while they are made to fit.
private struct TextGrid {
  var headings: [Table.Heading]
  var rows: [[String]]

  /// Intervals are columns of their own, each beside its values.
  init(_ table: Table, hasIntervals: Bool) {
    (headings, rows) = ([], table.rows.map { _ in [] })
    for (column, heading) in table.headings.enumerated() {
      let cells = table.rows.map { $0[column] }
      headings.append(heading)
      for (row, cell) in cells.enumerated() {
        rows[row].append(
          ((cell.isBest && !cell.text.isEmpty ? Table.star : "") + cell.text).printableLine)
      }
      guard hasIntervals, cells.contains(where: { $0.interval != nil }) else { continue }
      headings.append(Table.Heading("95 % interval", importance: heading.importance))
      for (row, cell) in cells.enumerated() { rows[row].append(cell.interval ?? "") }
    }
  }

  var text: String {
    if rows.isEmpty { return headings.map(\.title).joined(separator: " ") }
    let widths = widths
    let lines = [headings.map(\.title), widths.map { String(repeating: "-", count: $0) }] + rows
    return lines.map { line in
      let cells = line.indices.map { column in
        let space = String(repeating: " ", count: widths[column] - line[column].columnCount)
        return headings[column].isNumeric ? space + line[column] : line[column] + space
      }
      let text = cells.joined(separator: " ")
      let end = text.utf8.lastIndex { $0 != UInt8(ascii: " ") }.map { text.utf8.index(after: $0) }
      return String(text[..<(end ?? text.startIndex)])
    }.joined(separator: "\n")
  }

  static let minWidth = 8

  var widths: [Int] {
    headings.indices.map { column in
      rows.reduce(headings[column].title.columnCount) { max($0, $1[column].columnCount) }
    }
  }

  var width: Int { widths.reduce(-1) { $0 + $1 + 1 } }

  func exceeds(_ width: Int) -> Bool { self.width > width }

  var textColumns: [Int] { headings.indices.filter { !headings[$0].isNumeric } }

  var leastImportantColumn: Int? {
    headings.indices.filter { headings[$0].importance != nil }.min { a, b in
      (headings[a].importance ?? 0) < (headings[b].importance ?? 0)
    }
  }

  mutating func truncate(_ column: Int, to limit: Int) {
    headings[column].title = headings[column].title.shortened(to: limit)
    for row in rows.indices { rows[row][column] = rows[row][column].shortened(to: limit) }
  }

  mutating func remove(_ column: Int) {
    headings.remove(at: column)
    for row in rows.indices { rows[row].remove(at: column) }
  }
}

/// `text` in lines of at most `width` columns, which are broken between words and indented to their last column.
/// That begins after the last two spaces in a row.
public func wrapped(_ text: String, width: Int) -> String {
  text.split(separator: "\n", omittingEmptySubsequences: false)
    .map { wrapped(line: $0, width: width) }.joined(separator: "\n")
}

private func wrapped(line: Substring, width: Int) -> String {
  guard line.columnCount > width else { return String(line) }
  let beginning = line.prefix(indentOfLastColumn(line))
  let indent = beginning.columnCount
  // A long line is better than a column too narrow to read.
  guard width - indent >= 20 else { return String(line) }
  var lines = [String(beginning)]
  var isStart = true
  // Not between a number and its percent sign.
  for word in line[beginning.endIndex...].replacing(" %", with: "\u{A0}%").split(separator: " ") {
    if !isStart && lines[lines.count - 1].columnCount + 1 + word.columnCount > width {
      lines.append(String(repeating: " ", count: indent))
      isStart = true
    }
    lines[lines.count - 1] += (isStart ? "" : " ") + word
    isStart = false
  }
  return lines.joined(separator: "\n").replacing("\u{A0}%", with: " %")
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

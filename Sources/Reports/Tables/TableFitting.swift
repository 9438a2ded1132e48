/// Makes a table narrow enough, and records what it dropped.
struct TableFitting {
  private(set) var table: FixedWidthTable
  private var same: [String] = []
  private var dropped: [String] = []

  /// The least width of a truncated column.
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
      let least = candidates.min { a, b in
        (table.headings[a].importance ?? 0) < (table.headings[b].importance ?? 0)
      }
      guard let least else { return }
      if !table.headings[least].isDrawing { dropped.append(table.headings[least].title) }
      remove(least)
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

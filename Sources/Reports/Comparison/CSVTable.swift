import Foundation
import SwiftCSV
import ForceLabSettings

/// A CSV file of a run, whole: every row has a field for each column.
struct CSVTable {
  /// A row and the line where it begins.
  struct Row {
    let line: Int
    let fields: [String]
  }

  let path: String
  let header: [String]
  let rows: [Row]

  /// The table in the file at `path`.
  ///
  /// Throws a `Diagnostic` with the line if it cannot be read, is cut off or damaged.
  init(path: String) throws(Diagnostic) {
    self.path = path
    let text = try fileText(at: path)
    try Self.checkEnd(of: text, path)
    do {
      // Without content: rows of other lengths would be filled up, and this must not be.
      let csv = try CSV<Enumerated>(
        string: text, delimiter: .comma, loadColumns: false, rowLimit: 0)
      header = csv.header
      rows = try Self.rows(of: csv, path)
    } catch let diagnostic as Diagnostic {
      throw diagnostic
    } catch {
      throw Self.damage(Location(file: path, line: 1), "no CSV table")
    }
    // A quotation that is never closed swallows all that follows.
    if !text.utf8.count(where: { $0 == UInt8(ascii: "\"") }).isMultiple(of: 2) {
      throw Self.damage(
        Location(file: path, line: rows.last?.line ?? 1),
        "a quotation in this row is never closed")
    }
    if let row = rows.first(where: { $0.fields.count != header.count }) {
      throw Self.damage(
        Location(file: path, line: row.line),
        "\(counted(row.fields.count, "field")) in this row, but \(header.count) columns")
    }
  }

  /// The place of `row`.
  func place(of row: Row) -> Location { Location(file: path, line: row.line) }

  /// The number that `text` of `column` is; nil if it is empty or the number not finite.
  ///
  /// Throws a `Diagnostic` with the line of `row` if it is none.
  func number(_ text: String, in column: String, _ row: Row) throws(Diagnostic) -> Double? {
    if text.isEmpty { return nil }
    guard let number = Double(text) else {
      throw Self.damage(place(of: row), "'\(text)' in column \(column) is no number")
    }
    return number.isFinite ? number : nil
  }

  /// The numbers in `column`, row by row; nil for all if there is no such column.
  func numbers(_ column: String) throws(Diagnostic) -> [Double?] {
    guard let place = header.firstIndex(of: column) else { return rows.map { _ in nil } }
    var numbers: [Double?] = []
    for row in rows { numbers.append(try number(row.fields[place], in: column, row)) }
    return numbers
  }

  static func damage(_ place: Location, _ what: String) -> Diagnostic {
    Diagnostic(
      "\(what); the file is damaged, take it from a copy or run the experiment again", at: place)
  }

  private static func checkEnd(of text: String, _ path: String) throws(Diagnostic) {
    guard !text.isEmpty else {
      throw Diagnostic(
        "the file is empty; the run wrote nothing, run the experiment again",
        at: Location(file: path))
    }
    guard text.utf8.last != UInt8(ascii: "\n") else { return }
    throw Diagnostic(
      "the file is cut off in its last row; finish the run, or remove that row",
      at: Location(file: path, line: text.utf8.count { $0 == UInt8(ascii: "\n") } + 1))
  }

  private static func rows(of csv: CSV<Enumerated>, _ path: String) throws -> [Row] {
    var rows: [Row] = []
    var line = 2
    do {
      try csv.enumerateAsArray(startAt: 1, rowLimit: nil) { fields in
        rows.append(Row(line: line, fields: fields))
        line += 1 + fields.reduce(0) { $0 + $1.count(where: \.isNewline) }
      }
    } catch {
      throw damage(Location(file: path, line: line), "a quotation mark where there can be none")
    }
    return rows
  }
}

/// The text of the file at `path`, which must be UTF-8.
func fileText(at path: String) throws(Diagnostic) -> String {
  guard let data = FileManager.default.contents(atPath: path) else {
    throw Diagnostic(
      "cannot be read; it must be a file that you may read", at: Location(file: path))
  }
  if let text = String(validating: data, as: UTF8.self) { return text }
  let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  let line = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
  throw CSVTable.damage(Location(file: path, line: line + 1), "the text is not UTF-8")
}

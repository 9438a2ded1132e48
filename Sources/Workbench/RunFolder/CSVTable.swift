import Foundation
import ForceLabFiles
import ForceLabSettings

/// A CSV file of a run folder: a header, and rows with as many fields.
public struct CSVTable: Sendable {
  /// A row and the line where it begins.
  public struct Row: Sendable {
    let line: Int
    let fields: [String]
  }

  let path: String
  let header: [String]
  let rows: [Row]

  /// If the file `isGrowing`, its last row may be incomplete, and is left out. Throws a `Diagnostic` with
  /// the line if the file cannot be read, is truncated or malformed.
  init(_ name: String, in folder: Folder, isGrowing: Bool = false) throws(Diagnostic) {
    var text = try folder.text(of: name)
    if isGrowing, let end = text.utf8.lastIndex(of: UInt8(ascii: "\n")) {
      text = String(text[...end])
    }
    try self.init(text, path: folder.location(of: name).file)
  }

  /// The table in the text of the file at `path`.
  init(_ text: String, path: String) throws(Diagnostic) {
    self.path = path
    // Spreadsheets end lines by two characters.
    var text = text.replacing("\r\n", with: "\n")
    try Self.checkEnd(of: text, path)
    let result = text.withUTF8 { bytes in
      Result { () throws(Diagnostic) in try Self.rows(of: bytes, path) }
    }
    let all = try result.get()
    header = all.first?.fields ?? []
    rows = Array(all.dropFirst())
    if let row = rows.first(where: { $0.fields.count != header.count }) {
      throw Self.damage(
        Location(file: path, line: row.line),
        "\(counted(row.fields.count, "field")) in this row, but \(header.count) columns")
    }
  }

  func place(of row: Row) -> Location { Location(file: path, line: row.line) }

  /// Throws a `Diagnostic` if the column is missing.
  func index(of name: String) throws(Diagnostic) -> Int {
    if let index = header.firstIndex(of: name) { return index }
    throw Self.damage(Location(file: path, line: 1), "no column '\(name)'")
  }

  /// Nil if the field is empty or not finite; throws a `Diagnostic` if it is not a number.
  func number(_ index: Int, in row: Row) throws(Diagnostic) -> Double? {
    let text = row.fields[index]
    if text.isEmpty { return nil }
    guard let number = Double(text) else { throw notANumber(index, in: row) }
    return number.isFinite ? number : nil
  }

  func whole(_ index: Int, in row: Row) throws(Diagnostic) -> Int {
    guard let number = Int(row.fields[index]) else { throw notANumber(index, in: row) }
    return number
  }

  private func notANumber(_ index: Int, in row: Row) -> Diagnostic {
    Self.damage(place(of: row), "'\(row.fields[index])' in column \(header[index]) is not a number")
  }

  /// The error for a damaged file: `what` is wrong at `place`, and how to repair it.
  public static func damage(_ place: Location, _ what: String) -> Diagnostic {
    Diagnostic(
      "\(what); the file is damaged: restore it from a copy, or run the experiment again",
      at: place)
  }

  private static func checkEnd(of text: String, _ path: String) throws(Diagnostic) {
    guard !text.isEmpty else {
      throw Diagnostic("the file is empty; run the experiment again", at: Location(file: path))
    }
    guard text.utf8.last != UInt8(ascii: "\n") else { return }
    throw Diagnostic(
      "the last row is truncated; resume the run, or remove that row",
      at: Location(file: path, line: text.utf8.count { $0 == UInt8(ascii: "\n") } + 1))
  }

  private static func rows(of bytes: UnsafeBufferPointer<UInt8>, _ path: String)
    throws(Diagnostic) -> [Row]
  {
    var rows: [Row] = []
    var fields: [String] = []
    var (place, line, start) = (0, 1, 1)
    while place < bytes.count {
      let isQuoted = bytes[place] == quote
      guard let end = isQuoted ? endOfQuotation(in: bytes, from: place) : endOfField(bytes, place)
      else {
        throw damage(Location(file: path, line: start), "unterminated quotation in this row")
      }
      let field = isQuoted ? bytes[place + 1..<end - 1] : bytes[place..<end]
      let text = String(decoding: field, as: UTF8.self)
      fields.append(isQuoted ? text.replacing("\"\"", with: "\"") : text)
      guard isQuoted || !field.contains(quote), bytes[end] == comma || bytes[end] == lineFeed else {
        throw damage(Location(file: path, line: start), "misplaced quotation mark in this row")
      }
      line += field.count { $0 == lineFeed }
      if bytes[end] == lineFeed {
        rows.append(Row(line: start, fields: fields))
        fields = []
        line += 1
        start = line
      }
      place = end + 1
    }
    return rows
  }

  private static let comma = UInt8(ascii: ",")
  private static let quote = UInt8(ascii: "\"")
  private static let lineFeed = UInt8(ascii: "\n")

  private static func endOfField(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int? {
    bytes[start...].firstIndex { $0 == comma || $0 == lineFeed }
  }

  /// After the closing mark, where two marks stand for one; nil if there is none before the end.
  private static func endOfQuotation(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int?
  {
    var place = start + 1
    while let mark = bytes[place...].firstIndex(of: quote), mark + 1 < bytes.count {
      if bytes[mark + 1] != quote { return mark + 1 }
      place = mark + 2
    }
    return nil
  }
}

extension Folder {
  /// The text of the file `name`, which must be UTF-8.
  func text(of name: String) throws(Diagnostic) -> String { try text(bytes(of: name), of: name) }

  /// The text of `bytes`, those of the file `name`; nil stands for a missing file.
  func text(_ bytes: Data?, of name: String) throws(Diagnostic) -> String {
    guard let bytes else {
      throw Diagnostic("no such file; run the experiment again", at: location(of: name))
    }
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let line = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
    throw CSVTable.damage(
      Location(file: location(of: name).file, line: line + 1), "the text is not UTF-8")
  }
}

import Foundation
import ForceLabFiles
import ForceLabSettings

/// A CSV file: a header, and rows with as many fields.
public struct CSVTable: Sendable {
  public struct Row: Sendable {
    let line: Int
    package let fields: [String]
  }

  let path: String
  package private(set) var header: [String]
  package private(set) var rows: [Row]

  /// If the file `isGrowing`, its last row is left out if incomplete. Throws with the line if unreadable or malformed.
  init(_ name: String, in folder: Folder, isGrowing: Bool = false) throws(Diagnostic) {
    var text = try folder.text(of: name)
    if isGrowing, let end = text.utf8.lastIndex(of: UInt8(ascii: "\n")) {
      text = String(text[...end])
    }
    try self.init(text, path: folder.location(of: name).file)
  }

  package init(_ text: String, path: String) throws(Diagnostic) {
    self.path = path
    let all = try CSVRows.reading(Data(text.utf8), path: path) { (source) throws(Diagnostic) in
      var rows: [Row] = []
      while let row = try source.next() {
        let fields = try source.texts(of: row, count: rows.first?.fields.count)
        rows.append(Row(line: row.line, fields: fields))
      }
      return rows
    }
    guard let first = all.first else {
      throw Self.damage(Location(file: path), "the file is empty")
    }
    (header, rows) = (first.fields, Array(all.dropFirst()))
  }

  /// With more columns, of which `fields` has those of each row. They replace columns of the same name.
  func adding(_ names: [String], _ fields: [[String]]) -> CSVTable {
    var table = self
    let kept = header.indices.filter { !names.contains(header[$0]) }
    table.header = kept.map { header[$0] } + names
    table.rows = zip(rows, fields).map { row, more in
      Row(line: row.line, fields: kept.map { row.fields[$0] } + more)
    }
    return table
  }

  /// Where the field `index` of `row` begins, in a file as runs write it.
  func place(of row: Row, _ index: Int = 0) -> Location {
    let before = index == 0 ? "" : csvLine(Array(row.fields[..<index])).dropLast() + ","
    let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
    return Location(
      file: path, line: row.line + lines.count - 1, column: (lines.last?.count ?? 0) + 1)
  }

  /// Throws a `Diagnostic` if the column is missing.
  func index(of name: String) throws(Diagnostic) -> Int {
    if let index = header.firstIndex(of: name) { return index }
    throw Self.damage(Location(file: path, line: 1, column: 1), "no column '\(name)'")
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

  /// Also as pandas (`True`) and R (`TRUE`) write it.
  func flag(_ index: Int, in row: Row) throws(Diagnostic) -> Bool {
    if let flag = Bool(row.fields[index].lowercased()) { return flag }
    throw Self.damage(
      place(of: row, index),
      "'\(row.fields[index])' in column \(header[index]) is neither true nor false")
  }

  private func notANumber(_ index: Int, in row: Row) -> Diagnostic {
    Self.damage(
      place(of: row, index), "'\(row.fields[index])' in column \(header[index]) is not a number")
  }

  /// The error for a damaged file: `what` is wrong at `place`, and how to repair it.
  public static func damage(_ place: Location, _ what: String) -> Diagnostic {
    Diagnostic(what + repair, at: place)
  }

  static let repair =
    "; restore the file from a copy, resume the run, or run the experiment again"
}

/// The rows of a CSV file in memory, by RFC 4180: lines may end with a carriage return, too. A byte order mark at the
/// start is skipped.
struct CSVRows {
  struct Row {
    /// Without the end of the line.
    let bytes: Range<Int>
    let line: Int
  }

  private let bytes: UnsafeRawBufferPointer
  private let path: String
  private var position = 0
  private var line = 1
  private static let comma = UInt8(ascii: ",")
  private static let quote = UInt8(ascii: "\"")

  /// `bytes` must outlive the rows.
  private init(_ bytes: UnsafeRawBufferPointer, path: String) {
    (self.bytes, self.path) = (bytes, path)
    if bytes.starts(with: "\u{FEFF}".utf8) { position = 3 }
  }

  /// The result of `body` for the rows of `bytes`, those of the file at `path`.
  static func reading<Value>(
    _ bytes: Data, path: String, _ body: (inout CSVRows) throws(Diagnostic) -> Value
  ) throws(Diagnostic) -> Value {
    try bytes.withUnsafeBytes { bytes in
      Result { () throws(Diagnostic) in
        var rows = CSVRows(bytes, path: path)
        return try body(&rows)
      }
    }.get()
  }

  mutating func next() throws(Diagnostic) -> Row? {
    guard position < bytes.count else { return nil }
    let (start, first) = (position, line)
    var isQuoted = false
    // A line feed between quotation marks does not end the row.
    repeat {
      guard let end = firstIndex(of: UInt8(ascii: "\n"), from: position, to: bytes.count) else {
        // The end of the last row may close the quotation.
        throw isQuoted && bytes[position...].count(where: { $0 == Self.quote }).isMultiple(of: 2)
          ? damage(at: start, "unterminated quotation in this row")
          : damage(at: bytes.count, "the last row is truncated")
      }
      if firstIndex(of: Self.quote, from: position, to: end) != nil,
        !bytes[position..<end].count(where: { $0 == Self.quote }).isMultiple(of: 2)
      {
        isQuoted.toggle()
      }
      position = end + 1
      line += 1
    } while isQuoted
    let end = position - 1
    let hasReturn = end > start && bytes[end - 1] == UInt8(ascii: "\r")
    return Row(bytes: start..<end - (hasReturn ? 1 : 0), line: first)
  }

  /// Where the fields of `row` are, with their quotation marks.
  private func fields(of row: Row) -> [Range<Int>] {
    var fields: [Range<Int>] = []
    var (start, isQuoted) = (row.bytes.lowerBound, false)
    for index in row.bytes {
      if bytes[index] == Self.quote { isQuoted.toggle() }
      guard bytes[index] == Self.comma, !isQuoted else { continue }
      fields.append(start..<index)
      start = index + 1
    }
    return fields + [start..<row.bytes.upperBound]
  }

  /// Throws at the first field too many, or at the end of a row with too few.
  private func check(_ fields: [Range<Int>], are count: Int, in row: Row) throws(Diagnostic) {
    guard fields.count != count else { return }
    let place = fields.count > count ? fields[count].lowerBound : row.bytes.upperBound
    throw damage(at: place, "\(counted(fields.count, "field")) in this row, but \(count) columns")
  }

  /// The fields of `row`. Throws if there are not `count`.
  func texts(of row: Row, count: Int? = nil) throws(Diagnostic) -> [String] {
    var texts: [String] = []
    let fields = fields(of: row)
    for field in fields {
      var text = bytes[field]
      guard text.contains(Self.quote) else {
        texts.append(String(decoding: text, as: UTF8.self))
        continue
      }
      // Between quotation marks, two marks stand for one.
      let isEnclosed = text.count > 1 && text.first == Self.quote && text.last == Self.quote
      text = isEnclosed ? text.dropFirst().dropLast() : text
      let parts = text.split(separator: Self.quote, omittingEmptySubsequences: false)
      let areDoubled = stride(from: 1, to: parts.count, by: 2).allSatisfy { parts[$0].isEmpty }
      guard isEnclosed, areDoubled, !parts.count.isMultiple(of: 2) else {
        throw damage(at: field.lowerBound, "misplaced quotation mark in this row")
      }
      let kept = stride(from: 0, to: parts.count, by: 2).map { parts[$0] }
      texts.append(String(decoding: Array(kept.joined(separator: [Self.quote])), as: UTF8.self))
    }
    if let count { try check(fields, are: count, in: row) }
    return texts
  }

  /// The first field, if it is a whole number.
  func first(of row: Row) -> Int? {
    let length = bytes[row.bytes].prefix { $0 != Self.comma }.count
    let field = unquoted(row.bytes.prefix(length))
    return Int(String(decoding: bytes[field], as: UTF8.self))
  }

  /// The numbers after the first field of `row`, which has `columns`; NaN for empty fields.
  func numbers(in row: Row, _ columns: [String]) throws(Diagnostic) -> [Double] {
    let fields = fields(of: row)
    try check(fields, are: columns.count, in: row)
    var numbers: [Double] = []
    numbers.reserveCapacity(columns.count - 1)
    for (field, column) in zip(fields, columns).dropFirst() {
      guard let number = number(in: unquoted(field)) else {
        throw damage(at: field.lowerBound, "column \(column) of this row is not a number")
      }
      numbers.append(number)
    }
    return numbers
  }

  /// Without the quotation marks around the field.
  private func unquoted(_ field: Range<Int>) -> Range<Int> {
    let isQuoted =
      field.count > 1 && bytes[field.lowerBound] == Self.quote
      && bytes[field.upperBound - 1] == Self.quote
    return isQuoted ? field.dropFirst().dropLast() : field
  }

  private func number(in field: Range<Int>) -> Double? {
    guard !field.isEmpty, let base = bytes.baseAddress else { return .nan }
    // `strtod` would skip a space, and with it a separator.
    guard bytes[field.lowerBound] > UInt8(ascii: " ") else { return nil }
    let start = (base + field.lowerBound).assumingMemoryBound(to: CChar.self)
    var end: UnsafeMutablePointer<CChar>?
    let number = strtod(start, &end)
    return end.map { UnsafePointer($0) - start } == field.count ? number : nil
  }

  /// The error for a file with `what` at the byte `index`.
  func damage(at index: Int, _ what: String) -> Diagnostic {
    let before = bytes[..<index]
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let location = Location(
      file: path, line: before.count { $0 == UInt8(ascii: "\n") } + 1,
      column: String(decoding: bytes[start..<index], as: UTF8.self).count + 1)
    return CSVTable.damage(location, what)
  }

  private func firstIndex(of byte: UInt8, from start: Int, to end: Int) -> Int? {
    guard start < end, let base = bytes.baseAddress else { return nil }
    return memchr(base + start, CInt(byte), end - start).map { UnsafeRawPointer($0) - base }
  }
}

extension Folder {
  /// The text of the file `name`, which must be UTF-8.
  func text(of name: String) throws(Diagnostic) -> String { try text(bytes(of: name), of: name) }

  /// The text of `bytes`, those of the file `name`; nil stands for a missing file.
  func text(_ bytes: Data?, of name: String) throws(Diagnostic) -> String {
    guard let bytes else {
      throw Diagnostic(
        "no such file; resume the run, or run the experiment again", at: location(of: name))
    }
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let line = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
    throw CSVTable.damage(
      Location(file: location(of: name).file, line: line + 1), "the text is not UTF-8")
  }
}

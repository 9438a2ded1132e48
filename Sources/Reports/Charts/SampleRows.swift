import Foundation
import ForceLabSettings

/// The rows of a `samples.csv` in memory, one after the other: numbers without quotes, as runs write
/// them.
struct SampleRows {
  /// Where a row stands, without its line feed.
  struct Row {
    let bytes: Range<Int>
    let line: Int
  }

  private let bytes: UnsafeRawBufferPointer
  private let path: String
  private let columns: [String]
  private var position: Int
  private var line = 1

  private static let comma = UInt8(ascii: ",")
  private static let lineFeed = UInt8(ascii: "\n")

  /// The rows after the header of the file at `path`, whose `bytes` live at least as long as this.
  init(_ bytes: UnsafeRawBufferPointer, path: String, columns: [String]) {
    self.bytes = bytes
    self.path = path
    self.columns = columns
    position = (bytes.firstIndex(of: Self.lineFeed) ?? bytes.count - 1) + 1
  }

  /// The next row; nil after the last.
  ///
  /// Throws a `Diagnostic` if it is cut off.
  mutating func next() throws(Diagnostic) -> Row? {
    guard position < bytes.count, let base = bytes.baseAddress else { return nil }
    line += 1
    let rest = bytes.count - position
    guard let found = memchr(base + position, CInt(Self.lineFeed), rest) else {
      throw CSVTable.damage(Location(file: path, line: line), "the last row is cut off")
    }
    let end = UnsafeRawPointer(found) - base
    defer { position = end + 1 }
    return Row(bytes: position..<end, line: line)
  }

  /// The number of the trial that `row` is of.
  func trial(of row: Row) throws(Diagnostic) -> Int {
    var number = 0
    var place = row.bytes.lowerBound
    while place < row.bytes.upperBound, bytes[place] != Self.comma {
      let digit = Int(bytes[place]) - 48
      guard 0...9 ~= digit, number < 1_000_000_000 else { throw damage(row, column: 0) }
      number = number * 10 + digit
      place += 1
    }
    guard place > row.bytes.lowerBound else { throw damage(row, column: 0) }
    return number
  }

  /// The numbers after the trial's own; nan for empty fields.
  ///
  /// Throws a `Diagnostic` if there are more or fewer fields than columns, or a field is no number.
  func numbers(in row: Row) throws(Diagnostic) -> [Double] {
    var starts = [row.bytes.lowerBound]
    for place in row.bytes where bytes[place] == Self.comma { starts.append(place + 1) }
    guard starts.count == columns.count else {
      throw CSVTable.damage(
        Location(file: path, line: row.line),
        "\(counted(starts.count, "field")) in this row, but \(columns.count) columns")
    }
    starts.append(row.bytes.upperBound + 1)
    var numbers: [Double] = []
    numbers.reserveCapacity(columns.count - 1)
    for column in 1..<columns.count {
      let field = starts[column]..<starts[column + 1] - 1
      guard let number = number(in: field) else { throw damage(row, column: column) }
      numbers.append(number)
    }
    return numbers
  }

  /// The number that `field` holds; nan if that is empty, nil if it is none.
  private func number(in field: Range<Int>) -> Double? {
    guard !field.isEmpty, let base = bytes.baseAddress else { return .nan }
    // A space would be skipped, and with it what separates fields.
    guard bytes[field.lowerBound] > UInt8(ascii: " ") else { return nil }
    let start = (base + field.lowerBound).assumingMemoryBound(to: CChar.self)
    var end: UnsafeMutablePointer<CChar>?
    let number = strtod(start, &end)
    return end.map { UnsafePointer($0) - start } == field.count ? number : nil
  }

  private func damage(_ row: Row, column: Int) -> Diagnostic {
    CSVTable.damage(
      Location(file: path, line: row.line), "no number in column \(columns[column]) of this row")
  }
}

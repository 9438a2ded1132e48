import Foundation
import ForceLabSettings

/// Rows of `samples.csv`: of each trial, every n-th one and the last one.
public struct SampleTable: Sendable {
  /// The columns of the file after the trial's number.
  public let columns: [String]
  public let traces: [Int: Trace]

  /// At most `limit` rows of each trial. Throws if the file is damaged. Rows that are not kept are not
  /// parsed.
  init(_ data: Data, path: String, trials: Set<Int>, limit: Int) throws(Diagnostic) {
    let header = data.prefix { $0 != UInt8(ascii: "\n") }.split(separator: UInt8(ascii: ","))
      .map { String(decoding: $0, as: UTF8.self) }
    guard header.first == "trial" else {
      throw CSVTable.damage(Location(file: path, line: 1), "the first column must be trial")
    }
    let result = data.withUnsafeBytes { bytes in
      Result { () throws(Diagnostic) in
        try Self.traces(SampleRows(bytes, path: path, columns: header), of: trials, limit: limit)
      }
    }
    traces = try result.get()
    columns = Array(header.dropFirst())
  }

  private static func traces(_ rows: consuming SampleRows, of trials: Set<Int>, limit: Int)
    throws(Diagnostic) -> [Int: Trace]
  {
    var traces: [Int: Trace] = [:]
    // Rows of a trial follow each other, so that the dictionary is rarely used.
    var (current, trace, last) = (-1, Trace(), SampleRows.Row(bytes: 0..<0, line: 0))
    func close() throws(Diagnostic) {
      if trace.count > 0, !(trace.count - 1).isMultiple(of: trace.stride) {
        trace.ending = try rows.numbers(in: last)
      }
      if trace.count > 0 { traces[current] = trace }
    }
    while let row = try rows.next() {
      let trial = try rows.trial(of: row)
      if trial != current {
        try close()
        (current, trace) = (trial, traces[trial] ?? Trace())
        trace.ending = nil
      }
      guard trials.contains(trial) else { continue }
      let isKept = trace.count.isMultiple(of: trace.stride)
      trace.add(isKept ? try rows.numbers(in: row) : nil, limit: limit)
      last = row
    }
    try close()
    return traces
  }

  /// The kept rows of a trial. Empty fields are NaN.
  public struct Trace: Sendable {
    public private(set) var stride = 1
    fileprivate var count = 0
    private var rows: [[Double]] = []
    /// The last row, if it is not one of the others.
    fileprivate(set) var ending: [Double]?

    /// Counts a row, and keeps it if it is given; of more than `limit`, every second one stays.
    mutating func add(_ row: [Double]?, limit: Int) {
      count += 1
      guard let row else { return }
      rows.append(row)
      guard rows.count > limit else { return }
      rows = Swift.stride(from: 0, to: rows.count, by: 2).map { rows[$0] }
      stride *= 2
    }

    /// The rows at multiples of `stride`, which is a multiple of the trace's own, and the last row.
    public func rows(every stride: Int) -> [[Double]] {
      Swift.stride(from: 0, to: rows.count, by: stride / self.stride).map { rows[$0] }
        + [ending].compactMap { $0 }
    }
  }
}

/// The rows of a `samples.csv` in memory: numbers without quotes.
private struct SampleRows {
  /// The bytes of a row without its line feed.
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

  /// The rows after the header; `bytes` must outlive them.
  init(_ bytes: UnsafeRawBufferPointer, path: String, columns: [String]) {
    (self.bytes, self.path, self.columns) = (bytes, path, columns)
    position = (bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count - 1) + 1
  }

  mutating func next() throws(Diagnostic) -> Row? {
    guard position < bytes.count, let base = bytes.baseAddress else { return nil }
    line += 1
    guard let found = memchr(base + position, CInt(UInt8(ascii: "\n")), bytes.count - position)
    else { throw CSVTable.damage(Location(file: path, line: line), "the last row is truncated") }
    let end = UnsafeRawPointer(found) - base
    defer { position = end + 1 }
    return Row(bytes: position..<end, line: line)
  }

  func trial(of row: Row) throws(Diagnostic) -> Int {
    let field = bytes[row.bytes].prefix { $0 != Self.comma }
    var number = 0
    for byte in field {
      let digit = Int(byte) - 48
      guard 0...9 ~= digit, number < 1_000_000_000 else { throw damage(row, column: 0) }
      number = number * 10 + digit
    }
    guard !field.isEmpty else { throw damage(row, column: 0) }
    return number
  }

  /// The numbers after that of the trial; NaN for empty fields.
  func numbers(in row: Row) throws(Diagnostic) -> [Double] {
    let fields = bytes[row.bytes].split(
      separator: Self.comma, omittingEmptySubsequences: false)
    guard fields.count == columns.count else {
      throw CSVTable.damage(
        Location(file: path, line: row.line),
        "\(counted(fields.count, "field")) in this row, but \(columns.count) columns")
    }
    var numbers: [Double] = []
    numbers.reserveCapacity(columns.count - 1)
    for column in 1..<columns.count {
      guard let number = number(in: fields[column].indices) else {
        throw damage(row, column: column)
      }
      numbers.append(number)
    }
    return numbers
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

  private func damage(_ row: Row, column: Int) -> Diagnostic {
    CSVTable.damage(
      Location(file: path, line: row.line), "column \(columns[column]) of this row is not a number")
  }
}

import ForceLabFiles
import ForceLabSettings
import Foundation

/// The records in the bytes of a journal, found without decoding them.
struct RecordScan: Sequence, IteratorProtocol {
  struct Place {
    let trial: Int
    /// The bytes of the line, without its end.
    let line: Range<Int>
    /// The size of its samples.
    let sampleBytes: Int
    let isGood: Bool
  }

  private let bytes: Data
  private var position = 0

  init(_ bytes: Data) { self.bytes = bytes }

  private static let good = Data("\"status\":\"ok\"".utf8)
  private static let beginning = Data("{\"trial\":".utf8)
  /// Quotation marks in a text are escaped, so that no text contains it.
  private static let samples = Data(",\"sampleBytes\":".utf8)

  /// The next intact line with a record.
  mutating func next() -> Place? {
    while let line = nextLine() {
      let text = bytes[line]
      guard text.starts(with: Self.beginning), JournalLine.body(of: text) != nil,
        let key = text.range(of: Self.samples),
        let trial = Self.number(text[(line.lowerBound + Self.beginning.count)...]), trial > 0,
        let sampleBytes = Self.number(text[key.upperBound...])
      else { continue }
      let isGood = text.prefix(40).range(of: Self.good) != nil
      return Place(trial: trial, line: line, sampleBytes: sampleBytes, isGood: isGood)
    }
    return nil
  }

  /// The other intact lines, such as those of files, without their checksums.
  static func otherLines(_ bytes: Data) -> [Data] {
    var scan = RecordScan(bytes)
    var lines: [Data] = []
    while let line = scan.nextLine() {
      let text = bytes[line]
      if !text.starts(with: beginning), let body = JournalLine.body(of: text) { lines.append(body) }
    }
    return lines
  }

  private mutating func nextLine() -> Range<Int>? {
    let start = position
    let end = bytes.withUnsafeBytes { buffer -> Int? in
      guard start < buffer.count, let base = buffer.baseAddress,
        let found = memchr(base + start, CInt(UInt8(ascii: "\n")), buffer.count - start)
      else { return nil }
      return UnsafeRawPointer(found) - base
    }
    // What follows the last line feed is a line that was not written in full.
    guard let end else { return nil }
    position = end + 1
    return start..<end
  }

  private static func number(_ text: Data) -> Int? {
    let digits = text.prefix(12).prefix { 48...57 ~= $0 }
    return digits.isEmpty ? nil : digits.reduce(0) { $0 * 10 + Int($1) - 48 }
  }
}

extension TrialRecord {
  /// The record in the line of a journal; nil if it is damaged.
  init?(line: Data) {
    guard let body = JournalLine.body(of: line),
      let record = try? JSONDecoder().decode(TrialRecord.self, from: body), record.isPossible
    else { return nil }
    self = record
  }
}

extension Folder {
  /// The first line of the file `name`, without its end; nil if it has none.
  func firstLine(of name: String) throws(Diagnostic) -> Data? {
    guard let bytes = try mapped(name), let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else {
      return nil
    }
    return bytes[..<end]
  }
}

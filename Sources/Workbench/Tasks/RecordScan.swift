import ForceLabFiles
import ForceLabSettings
import Foundation

/// The records of a journal, found without decoding them, and without holding more than a part of it in
/// memory.
struct RecordScan {
  struct Place {
    let trial: Int
    /// The line, without its end, and where it begins.
    let line: Data
    let start: Int
    /// The size of its samples.
    let sampleBytes: Int
    let isGood: Bool
  }

  private var lines: FileLines

  /// Nil if there is no file `name`.
  init?(_ name: String, in folder: Folder, from start: Int = 0) throws(Diagnostic) {
    guard let file = try ReadFile(name, in: folder) else { return nil }
    lines = FileLines(file, from: start)
  }

  /// Where the next line begins.
  var position: Int { lines.position }

  private static let beginning = Data("{\"trial\":".utf8)
  private static let good = Data(",\"status\":\"ok\"".utf8)
  /// Quotation marks in a text are escaped, so that no text contains it.
  private static let samples = Data(",\"sampleBytes\":".utf8)

  /// The next intact line with a record.
  mutating func next() throws(Diagnostic) -> Place? {
    while true {
      let start = lines.position
      guard let line = try lines.next() else { return nil }
      if let place = Self.place(line, start), JournalLine.body(of: line) != nil { return place }
    }
  }

  private static func place(_ line: Data, _ start: Int) -> Place? {
    guard line.starts(with: beginning), let key = line.range(of: samples),
      let trial = number(line.dropFirst(beginning.count)), trial > 0,
      let sampleBytes = number(line[key.upperBound...])
    else { return nil }
    return Place(
      trial: trial, line: line, start: start, sampleBytes: sampleBytes,
      isGood: line.prefix(40).range(of: good) != nil)
  }

  private static func number(_ text: Data) -> Int? {
    let digits = text.prefix(12).prefix { 48...57 ~= $0 }
    return digits.isEmpty ? nil : digits.reduce(0) { $0 * 10 + Int($1) - 48 }
  }

  /// The intact lines without a record, such as those of files, without their checksums.
  static func otherLines(_ name: String, in folder: Folder) throws(Diagnostic) -> [Data] {
    guard let file = try ReadFile(name, in: folder) else { return [] }
    var lines = FileLines(file)
    var others: [Data] = []
    while let line = try lines.next() {
      if !line.starts(with: beginning), let body = JournalLine.body(of: line) {
        others.append(body)
      }
    }
    return others
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
  /// The JSON of the first line of the journal `name` and the line; nil if there is none, or if it is
  /// damaged.
  func header<Header: Decodable>(
    _ type: Header.Type, of name: String
  ) throws(Diagnostic) -> (header: Header, line: Data)? {
    guard let file = try ReadFile(name, in: self) else { return nil }
    var lines = FileLines(file)
    guard let line = try lines.next(), let body = JournalLine.body(of: line),
      let header = try? JSONDecoder().decode(type, from: body)
    else { return nil }
    return (header, line)
  }
}

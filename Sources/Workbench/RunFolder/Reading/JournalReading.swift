import ForceLabFiles
import ForceLabSettings
import Foundation

/// A journal that was read.
struct JournalReading {
  let origin: RunOrigin
  private(set) var records: [Int: TrialRecord] = [:]
  /// The files that no trial wrote.
  private(set) var files: [String: FileStamp] = [:]
  /// What is wrong with lines that cannot be read. Their trials are missing from `records`.
  private(set) var damage: [Diagnostic] = []
  /// The bytes of the lines that can be read.
  private(set) var intact = Data()

  /// All files that the run recorded.
  var stamps: [String: FileStamp] {
    records.values.reduce(into: files) { stamps, record in stamps.merge(record.files) { $1 } }
  }

  /// Throws a `Diagnostic` if there is no journal, or if its first line cannot be read.
  init(_ folder: Folder) throws(Diagnostic) {
    guard let bytes = try folder.bytes(of: Journal.name) else {
      throw Diagnostic(
        "the folder holds no run: it has no \(Journal.name); name the folder of a run",
        at: Location(file: folder.path))
    }
    try self.init(bytes, at: folder.location(of: Journal.name))
  }

  /// The journal of the `bytes` of the file at `place`.
  init(_ bytes: Data, at place: Location) throws(Diagnostic) {
    let decoder = JSONDecoder()
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    // What follows the last line feed is a line that was not written in full.
    guard lines.count > 1, let first = JournalLine.body(of: lines[0]),
      let origin = try? decoder.decode(RunOrigin.self, from: first)
    else {
      throw Diagnostic(
        "the first line of the journal is damaged, or of another version of the program; restore the "
          + "file from a copy, or name another folder", at: Location(file: place.file, line: 1))
    }
    self.origin = origin
    intact += lines[0] + [UInt8(ascii: "\n")]
    for (index, line) in lines.enumerated().dropFirst().dropLast() {
      if let body = JournalLine.body(of: line), add(body, decoder) {
        intact += line + [UInt8(ascii: "\n")]
      } else {
        damage.append(
          Diagnostic("the line is damaged", at: Location(file: place.file, line: index + 1)))
      }
    }
  }

  /// Whether the line has a meaning.
  private mutating func add(_ body: Data, _ decoder: JSONDecoder) -> Bool {
    if let record = try? decoder.decode(TrialRecord.self, from: body), record.isPossible {
      records[record.trial] = record
    } else if let line = try? decoder.decode(ManifestLine.self, from: body) {
      files.merge(line.manifest) { $1 }
    } else {
      return false
    }
    return true
  }
}

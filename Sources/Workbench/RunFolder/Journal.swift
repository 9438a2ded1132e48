import Foundation
import ForceLabSettings

/// What a run has done so far: a line per trial that has ended, on the disk before the next begins.
///
/// All other files can be made from it again, but for samples and layouts, which stand before it
/// tells of them. A line that a crash cut off counts as not written.
struct Journal {
  static let name = "journal.jsonl"

  private let folder: RunFolder
  private let file: AppendedFile
  private let encoder = JSONEncoder()

  /// Begins the journal of a run that `origin` tells of.
  init(_ origin: RunOrigin, in folder: RunFolder) throws(Diagnostic) {
    // Whole or not at all: a folder with a journal holds a run that can be resumed.
    let line = try Self.line(origin, JSONEncoder(), folder)
    try folder.write(line, to: Self.name)
    try self.init(in: folder, from: line.utf8.count)
  }

  /// Goes on with the journal of `folder` after the first `length` bytes.
  private init(in folder: RunFolder, from length: Int) throws(Diagnostic) {
    self.folder = folder
    file = try AppendedFile(Self.name, in: folder, from: length)
  }

  /// The journal of `folder`, what it says of the run, and the trials that have ended.
  static func reopen(
    in folder: RunFolder
  ) throws(Diagnostic) -> (journal: Journal, origin: RunOrigin, records: [Int: TrialRecord]) {
    let text = try folder.text(of: name)
    var length = 0
    var origin: RunOrigin?
    var records: [Int: TrialRecord] = [:]
    let decoder = JSONDecoder()
    for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      // The last line has no end: it was cut off, or is empty.
      guard line.endIndex < text.utf8.endIndex else { break }
      if origin == nil {
        guard let first = try? decoder.decode(RunOrigin.self, from: Data(line)) else { break }
        origin = first
      } else if let record = try? decoder.decode(TrialRecord.self, from: Data(line)) {
        records[record.trial] = record
      } else {
        break
      }
      length += line.count + 1
    }
    guard let origin else {
      throw Diagnostic(
        "the journal of the run is damaged; begin the run anew by --fresh",
        at: folder.location(of: name))
    }
    return (try Journal(in: folder, from: length), origin, records)
  }

  /// Adds a trial that has ended; it is on the disk when this returns.
  func append(_ record: TrialRecord) throws(Diagnostic) {
    try file.append(try Self.line(record, encoder, folder))
    try file.synchronize()
  }

  func close() { file.close() }

  private static func line(
    _ value: some Encodable, _ encoder: JSONEncoder, _ folder: RunFolder
  ) throws(Diagnostic) -> String {
    do {
      return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
    } catch {
      throw Diagnostic("cannot write: \(error)", at: folder.location(of: name))
    }
  }
}

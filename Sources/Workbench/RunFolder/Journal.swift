import ForceLabSettings
import Foundation
import Synchronization

/// The trials of a run that have ended, one line of JSON each after a line about the run.
///
/// Each line is written before the next trial begins, so that a kill loses nothing, and reaches the
/// disk 50 ms later at most. An incomplete last line is ignored. The journal also has the sizes of
/// samples, layouts and the like, which it cannot remake: a trial whose files are incomplete runs
/// again.
struct Journal {
  static let name = "journal.jsonl"

  private let folder: RunFolder
  private let file: AppendedFile
  private let encoder = JSONEncoder()
  private let synchronizer: Synchronizer

  init(_ origin: RunOrigin, in folder: RunFolder) throws(Diagnostic) {
    // Written at once: a folder with a journal holds a run that can be resumed.
    let line = try Self.line(origin, JSONEncoder(), folder)
    try folder.write(line, to: Self.name)
    try self.init(in: folder, from: line.utf8.count)
  }

  /// Opens the journal of `folder` and removes what follows the first `length` bytes.
  private init(in folder: RunFolder, from length: Int) throws(Diagnostic) {
    self.folder = folder
    file = try AppendedFile(Self.name, in: folder, from: length)
    synchronizer = Synchronizer(file)
  }

  /// The journal of `folder`, the origin of its run, and the results of the trials that have ended.
  static func reopen(
    in folder: RunFolder
  ) throws(Diagnostic) -> (journal: Journal, origin: RunOrigin, records: [Int: TrialRecord]) {
    let text = try folder.text(of: name)
    var length = 0
    var origin: RunOrigin?
    var records: [Int: TrialRecord] = [:]
    let decoder = JSONDecoder()
    for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      // The last line has no end: it is incomplete or empty.
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
        "the journal of the run is damaged; start over with --fresh", at: folder.location(of: name))
    }
    return (try Journal(in: folder, from: length), origin, records)
  }

  func append(_ record: TrialRecord) throws(Diagnostic) {
    try file.append(try Self.line(record, encoder, folder))
    try synchronizer.request()
  }

  func close() throws(Diagnostic) {
    try synchronizer.finish()
    file.close()
  }

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

/// Writes a file to the disk at most 50 ms after it was asked to, however often it is asked.
private final class Synchronizer: Sendable {
  private let file: AppendedFile
  private let queue = DispatchQueue(label: "journal")
  private let state = Mutex<(isRequested: Bool, failure: Diagnostic?)>((false, nil))

  init(_ file: AppendedFile) { self.file = file }

  /// Requests a write. Throws if an earlier one has failed.
  func request() throws(Diagnostic) {
    let (isFirst, failure) = state.withLock { state in
      defer { state.isRequested = true }
      return (!state.isRequested, state.failure)
    }
    if let failure { throw failure }
    if isFirst { queue.asyncAfter(deadline: .now() + .milliseconds(50)) { [self] in write() } }
  }

  func finish() throws(Diagnostic) {
    queue.sync { write() }
    if let failure = state.withLock({ $0.failure }) { throw failure }
  }

  private func write() {
    let isRequested = state.withLock { state in
      defer { state.isRequested = false }
      return state.isRequested
    }
    guard isRequested else { return }
    do throws(Diagnostic) {
      try file.synchronize()
    } catch {
      state.withLock { $0.failure = error }
    }
  }
}

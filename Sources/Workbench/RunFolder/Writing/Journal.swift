import ForceLabFiles
import ForceLabSettings
import Foundation
import Synchronization

/// The trials of a run that have ended, and the files that it wrote.
///
/// Each line is a `JournalLine`. The first is the run's `RunOrigin`; each of the others is the
/// `TrialRecord` of a trial, or `{"manifest":{NAME:STAMP}}`. A line is written before the next trial
/// begins, so that a kill loses nothing, and reaches the disk 50 ms later at most.
struct Journal {
  static let name = "journal.jsonl"

  private let file: AppendedFile
  private let location: Location
  private let synchronizer: Synchronizer

  init(_ origin: RunOrigin, in folder: RunFolder) throws(Diagnostic) {
    // Written at once: a folder with a journal holds a run that can be resumed.
    let line = try JournalLine.text(of: origin, folder.location(of: Self.name))
    try folder.write(line, to: Self.name)
    try self.init(in: folder, after: line.utf8.count)
  }

  /// Continues a journal that was read. Removes its last line if that is incomplete, and its damaged
  /// lines.
  init(continuing journal: JournalReading, in folder: RunFolder) throws(Diagnostic) {
    if !journal.damage.isEmpty { try folder.write(journal.intact, to: Self.name) }
    try self.init(in: folder, after: journal.intact.count)
  }

  private init(in folder: RunFolder, after length: Int) throws(Diagnostic) {
    location = folder.location(of: Self.name)
    file = try folder.files.append(to: Self.name, after: length)
    synchronizer = Synchronizer(file)
  }

  func append(_ record: TrialRecord) throws(Diagnostic) {
    try file.append(JournalLine.text(of: record.json))
    try synchronizer.request()
  }

  /// Records files that were written, which may replace others of their names.
  func append(_ files: [String: FileStamp]) throws(Diagnostic) {
    try file.append(try JournalLine.text(of: ManifestLine(manifest: files), location))
    try synchronizer.request()
  }

  func close() throws(Diagnostic) {
    try synchronizer.finish()
    file.close()
  }

  /// Records files that were written after the end of the run, if it has a journal.
  static func record(_ files: [String: FileStamp], in folder: Folder) throws(Diagnostic) {
    guard !files.isEmpty, let facts = try folder.facts(of: name) else { return }
    let journal = try folder.append(to: name, after: facts.size)
    defer { journal.close() }
    let line = ManifestLine(manifest: files)
    try journal.append(try JournalLine.text(of: line, folder.location(of: name)))
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

import ForceLabFiles
import ForceLabSettings
import Foundation
import Synchronization

/// The trials of a run that have ended, and the files that it wrote.
///
/// Each line is a JSON object that ends with a checksum of the rest of the line, `"check":"HASH"}`.
/// The first is the run's `RunOrigin`; each of the others is the `TrialRecord` of a trial, or
/// `{"manifest":{NAME:STAMP}}`. A line is written before the next trial begins, so that a kill loses
/// nothing, and reaches the disk 50 ms later at most.
struct Journal {
  static let name = "journal.jsonl"

  private let file: AppendedFile
  private let location: Location
  private let synchronizer: Synchronizer

  init(_ origin: RunOrigin, in folder: RunFolder) throws(Diagnostic) {
    // Written at once: a folder with a journal holds a run that can be resumed.
    let line = try Self.line(origin, folder.location(of: Self.name))
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
    try file.append(Self.line(record.json))
    try synchronizer.request()
  }

  /// Records files that were written, which may replace others of their names.
  func append(_ files: [String: FileStamp]) throws(Diagnostic) {
    try file.append(try Self.line(ManifestLine(manifest: files), location))
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
    try journal.append(try Self.line(line, folder.location(of: name)))
  }

  private static func line(
    _ value: some Encodable, _ location: Location
  ) throws(Diagnostic) -> String {
    do {
      return line(String(decoding: try JSONEncoder().encode(value), as: UTF8.self))
    } catch {
      throw Diagnostic("cannot write: \(error)", at: location)
    }
  }

  /// The line of an object of JSON.
  private static func line(_ json: String) -> String {
    let body = Data(json.utf8.dropLast())
    return String(json.dropLast()) + ending(of: body) + "\n"
  }

  /// The end of the line that begins with `body`: its checksum. All endings have the same length.
  fileprivate static func ending(of body: Data) -> String {
    ",\"check\":\"\(ContentHash.short(body))\"}"
  }
}

private struct ManifestLine: Codable {
  let manifest: [String: FileStamp]
}

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
    guard lines.count > 1, let first = Self.body(of: lines[0]),
      let origin = try? decoder.decode(RunOrigin.self, from: first)
    else {
      throw Diagnostic(
        "the first line of the journal is damaged, or of another version of the program; restore the "
          + "file from a copy, or name another folder", at: Location(file: place.file, line: 1))
    }
    self.origin = origin
    intact += lines[0] + [UInt8(ascii: "\n")]
    for (index, line) in lines.enumerated().dropFirst().dropLast() {
      if let body = Self.body(of: line), add(body, decoder) {
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

  /// The JSON object of a line without its checksum; nil if the checksum is wrong.
  private static func body(of line: Data) -> Data? {
    let length = Journal.ending(of: Data()).utf8.count
    guard line.count > length else { return nil }
    let body = line.dropLast(length)
    let isIntact = line.suffix(length).elementsEqual(Journal.ending(of: body).utf8)
    return isIntact ? body + [UInt8(ascii: "}")] : nil
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

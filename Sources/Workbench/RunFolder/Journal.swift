import ForceLabFiles
import ForceLabSettings
import Foundation

/// The trials of a run or of a task that have ended, their samples, and the files that the run wrote.
///
/// Each line is a `JournalLine`. The first is the run's `RunOrigin`, or a task's `RunHost`; each
/// of the others is the `TrialRecord` of a trial, or `{"manifest":{NAME:STAMP}}`, with `"isReport":true`
/// if a report wrote the files. The samples are in a file of their own, in the order of the records. Both
/// are written before the next trial begins, so that a kill loses nothing. They reach the disk when
/// `synchronize` is called.
struct Journal {
  static let name = "journal.jsonl"
  static let samplesName = "samples.csv"

  private let files: Folder
  private let task: String
  private let file: AppendedFile
  private let samples: AppendedFile

  /// Opens the journal of the run in `folder`, or of an attempt of a task, to append to it.
  init(in files: Folder, of attempt: TaskAttempt? = nil) throws(Diagnostic) {
    (self.files, task) = (files, attempt?.name ?? "")
    file = try files.append(to: attempt?.journalName ?? Self.name, after: nil)
    samples = try files.append(to: attempt?.samplesName ?? Self.samplesName, after: nil)
  }

  /// Writes the first line of a journal. A folder with a journal holds a run that can be resumed.
  static func begin(
    _ start: some Encodable, in files: Folder, _ name: String = name
  ) throws(Diagnostic) { try files.write(JournalLine.text(of: start), to: name) }

  func append(_ result: TrialResult) throws(Diagnostic) {
    if result.record.sampleBytes > 0 {
      try result.samples.isEmpty
        ? SampleSpool.move(result.record.trial, of: task, in: files, to: samples)
        : samples.append(result.samples)
    }
    try file.append(result.line)
  }

  /// Returns when all records and samples have reached the disk.
  func synchronize() throws(Diagnostic) {
    try samples.synchronize()
    try file.synchronize()
  }

  func close() {
    file.close()
    samples.close()
  }

  /// Records files that were written, which may replace others of their names, if there is a journal.
  static func record(
    _ files: [String: FileStamp], in folder: Folder, isReport: Bool? = nil
  ) throws(Diagnostic) {
    guard !files.isEmpty, let file = try ReadFile(name, in: folder) else { return }
    // A last line that was not written in full, as after a power loss, would spoil this one. It is cut
    // off, unless a run is writing it.
    let isTorn = try file.bytes(max(0, file.size - 1)..<file.size) != Data("\n".utf8)
    let lock = isTorn ? try? RunLock(in: folder) : nil
    defer { lock?.release() }
    // The owner of the lock may have replaced the file.
    var reader = lock == nil ? nil : try JournalReader(in: folder)
    while try reader?.next() != nil {}
    let journal = try folder.append(to: name, after: reader?.position)
    defer { journal.close() }
    try journal.append(
      JournalLine.text(of: JournalLine.Manifest(manifest: files, isReport: isReport)))
  }

  /// The first line of the journal of the run in `folder`. Throws a `Diagnostic` if it is missing or damaged.
  static func origin(in folder: Folder) throws(Diagnostic) -> RunOrigin {
    guard var reader = try JournalReader(in: folder) else {
      throw Diagnostic(
        "the folder holds no run: it has no \(name); name the folder of a run",
        at: Location(file: folder.path))
    }
    guard let origin = try reader.next()?.decoded(RunOrigin.self) else {
      throw Diagnostic(
        "the first line of the journal is damaged, or of another version of the program; restore the "
          + "file from a copy, or name another folder",
        at: Location(file: folder.location(of: name).file, line: 1))
    }
    return origin
  }
}

/// Reads a journal line by line, without holding more than a part of it in memory.
struct JournalReader {
  private var lines: FileLines

  /// Nil if there is no journal `name`. Reads from the position `start` on.
  init?(_ name: String = Journal.name, in folder: Folder, from start: Int = 0) throws(Diagnostic) {
    guard let file = try ReadFile(name, in: folder) else { return nil }
    lines = FileLines(file, from: start)
  }

  /// The trials of the journal `name`.
  static func trials(
    _ name: String = Journal.name, in folder: Folder
  ) throws(Diagnostic) -> Set<Int> {
    var (reader, trials): (JournalReader?, Set<Int>) = (try JournalReader(name, in: folder), [])
    while let line = try reader?.next() { line.trial.map { _ = trials.insert($0) } }
    return trials
  }

  var position: Int { lines.position }

  /// The next line that was written in full.
  mutating func next() throws(Diagnostic) -> JournalLine? {
    let start = lines.position
    return try lines.next().map { JournalLine($0, start: start) }
  }
}

/// A line of a journal: a JSON object that ends with a checksum of the rest, `"check":"HASH"}`.
struct JournalLine {
  /// The line without its end, and where it begins.
  let bytes: Data
  let start: Int
  /// The JSON object without the checksum; nil if the checksum is wrong.
  private let body: Data?

  init(_ bytes: Data, start: Int) {
    (self.bytes, self.start) = (bytes, start)
    let rest = bytes.dropLast(Self.ending(of: Data()).utf8.count)
    let isIntact = bytes.dropFirst(rest.count).elementsEqual(Self.ending(of: rest).utf8)
    body = isIntact ? rest + [UInt8(ascii: "}")] : nil
  }

  private static let beginning = Data("{\"trial\":".utf8)
  private static let good = Data(",\"status\":\"ok\"".utf8)

  /// The number of the trial whose record this is, found without decoding it.
  var trial: Int? {
    guard let body, body.starts(with: Self.beginning) else { return nil }
    let digits = body.dropFirst(Self.beginning.count).prefix(12).prefix { 48...57 ~= $0 }
    let number = digits.reduce(0) { $0 * 10 + Int($1) - 48 }
    return number > 0 ? number : nil
  }

  var isGood: Bool { bytes.prefix(40).range(of: Self.good) != nil }

  var record: TrialRecord? { decoded(TrialRecord.self).flatMap { $0.isPossible ? $0 : nil } }

  var manifest: Manifest? { decoded(Manifest.self) }

  /// Files that were written.
  struct Manifest: Codable {
    var manifest: [String: FileStamp]
    /// True if a report wrote them.
    var isReport: Bool?
  }

  /// Nil if the line is damaged, or has another meaning.
  func decoded<Value: Decodable>(_ type: Value.Type) -> Value? { body.flatMap { Value(json: $0) } }

  /// The line of an object of JSON, with its end.
  static func text(of json: Data) -> Data {
    let body = json.dropLast()
    return body + Data((ending(of: body) + "\n").utf8)
  }

  /// The line of `value`, which is encoded as an object with sorted keys, with its end.
  static func text(of value: some Encodable) -> Data { text(of: value.json() as Data) }

  /// The end of the line that begins with `body`: its checksum. All endings have the same length.
  private static func ending(of body: Data) -> String {
    ",\"check\":\"\(ContentHash.short(body))\"}"
  }
}

/// The files of reports and of all others, such as `forcelab draw`, as a journal names them.
struct ReportFiles {
  private var (reported, latest): ([String: FileStamp], [String: FileStamp]) = ([:], [:])
  private var kept: Set<String> = []

  init() {}

  /// Those of the run in `folder`.
  init(in folder: Folder) throws(Diagnostic) {
    var reader = try JournalReader(in: folder)
    while let line = try reader?.next() {
      if line.trial == nil, let manifest = line.manifest { add(manifest) }
    }
  }

  mutating func add(_ files: JournalLine.Manifest) {
    if files.isReport == true {
      reported.merge(files.manifest) { $1 }
      latest = files.manifest
    } else {
      kept.formUnion(files.manifest.keys)
    }
  }

  /// The files of earlier reports that neither the latest one nor anything else has written.
  var superseded: [String: FileStamp] {
    reported.filter { name, _ in latest[name] == nil && !kept.contains(name) }
  }
}

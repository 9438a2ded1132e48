import ForceLabSettings

/// The recorded iterations of a trial in flight, in a file of its own.
struct SampleSpool {
  private let trial: Int
  private let columns: [String]
  private let folder: RunFolder
  private var file: AppendedFile?
  private var pending = ""
  private var bytes = 0

  init(of trial: Int, columns: [String], in folder: RunFolder) {
    self.trial = trial
    self.columns = columns
    self.folder = folder
  }

  /// The file's name in the folder of the run.
  static func name(_ trial: Int) -> String { "\(RunFolder.unfinished)/\(trial).samples.csv" }

  /// Adds a recorded iteration, whose `fields` belong to `names`.
  ///
  /// Throws a failure that a study, through which it passes, cannot be taken to have thrown itself.
  mutating func add(_ fields: [Field], _ names: [String]) throws(RunFolder.WriteFailure) {
    var line: [Field] = [.integer(trial)]
    if names == columns {
      line += fields
    } else {
      let values = Dictionary(zip(names, fields), uniquingKeysWith: { first, _ in first })
      line += columns.map { values[$0] ?? .none }
    }
    pending += csvLine(line)
    guard pending.utf8.count > 1 << 20 else { return }
    do {
      try flush()
    } catch {
      throw RunFolder.WriteFailure(diagnostic: error)
    }
  }

  /// Writes what is left and tells how many bytes there are in all; without any there is no file.
  mutating func finish() throws(Diagnostic) -> Int {
    if !pending.isEmpty { try flush() }
    file?.close()
    return bytes
  }

  private mutating func flush() throws(Diagnostic) {
    if file == nil { file = try AppendedFile(Self.name(trial), in: folder) }
    try file?.append(pending)
    bytes += pending.utf8.count
    pending = ""
  }
}

/// `samples.csv`, which grows by whole trials in their order, whatever the order they end in.
struct SampleFile {
  static let name = "samples.csv"

  private let folder: RunFolder
  private let file: AppendedFile
  /// The trials that ended before one that stands before them.
  private var waiting: [Int: TrialRecord] = [:]
  private var next = 1

  /// A new file of `columns`; or, with `records` of finished trials, the one that stands in the
  /// folder. Of the records, those remain whose samples are all there.
  init(
    _ columns: [String], in folder: RunFolder, holding records: inout [Int: TrialRecord]
  ) throws(Diagnostic) {
    self.folder = folder
    let header = csvLine(["trial"] + columns)
    let held = folder.size(of: Self.name) ?? 0
    var length = header.utf8.count
    if held >= length {
      while let record = records[next], length + record.sampleBytes <= held,
        record.sampleBytes == 0 || !folder.holds(SampleSpool.name(next))
      {
        length += record.sampleBytes
        next += 1
      }
      file = try AppendedFile(Self.name, in: folder, from: length)
    } else {
      file = try AppendedFile(Self.name, in: folder)
      try file.append(header)
    }
    for record in records.values where record.trial >= next {
      // What has no samples has no file, or only what a process left that was ended.
      let isWhole =
        record.sampleBytes == 0
        || folder.size(of: SampleSpool.name(record.trial)) == record.sampleBytes
      if isWhole { waiting[record.trial] = record } else { records[record.trial] = nil }
    }
    try appendWaiting()
  }

  /// Adds the samples of a trial that has ended.
  mutating func add(_ record: TrialRecord) throws(Diagnostic) {
    waiting[record.trial] = record
    try appendWaiting()
  }

  private mutating func appendWaiting() throws(Diagnostic) {
    while let record = waiting.removeValue(forKey: next) {
      next += 1
      guard record.sampleBytes > 0 else { continue }
      let spool = SampleSpool.name(record.trial)
      try file.append(try folder.bytes(of: spool))
      try folder.remove(spool)
    }
  }

  func close() { file.close() }
}

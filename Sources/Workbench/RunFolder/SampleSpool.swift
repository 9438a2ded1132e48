import ForceLabSettings

/// Collects the samples of a trial that runs, in a file of its own if they are many.
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

  /// The number of bytes above which samples are written to the file.
  private static let mostPending = 1 << 16

  static func name(_ trial: Int) -> String { "\(RunFolder.unfinished)/\(trial).samples.csv" }

  /// Throws its own type of error, to tell it from errors of the study that calls this.
  mutating func add(_ fields: [Field], _ names: [String]) throws(RunFolder.WriteFailure) {
    var line: [Field] = [.integer(trial)]
    if names == columns {
      line += fields
    } else {
      let values = Dictionary(zip(names, fields), uniquingKeysWith: { first, _ in first })
      line += columns.map { values[$0] ?? .none }
    }
    pending += csvLine(line)
    guard pending.utf8.count > Self.mostPending else { return }
    do {
      try flush()
    } catch {
      throw RunFolder.WriteFailure(diagnostic: error)
    }
  }

  /// The size of the samples in bytes, and their text if they are not in the file.
  mutating func finish() throws(Diagnostic) -> (bytes: Int, text: String) {
    guard let file else { return (pending.utf8.count, pending) }
    try flush()
    file.close()
    return (bytes, "")
  }

  private mutating func flush() throws(Diagnostic) {
    if file == nil { file = try AppendedFile(Self.name(trial), in: folder) }
    try file?.append(pending)
    bytes += pending.utf8.count
    pending = ""
  }
}

/// `samples.csv`, with the samples of trials in the order of their numbers.
struct SampleFile {
  static let name = "samples.csv"

  private let folder: RunFolder
  private let file: AppendedFile
  /// The trials that ended before one with a lower number.
  private var waiting: [Int: TrialRecord] = [:]
  private var next = 1
  /// Whether the samples of the trial `next` have been appended.
  private var hasNext = false

  /// Makes the file if it is missing. Removes the `records` whose samples are incomplete.
  init(
    _ columns: [String], in folder: RunFolder, with records: inout [Int: TrialRecord]
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
      // A trial without samples has no file, or one that a killed process left.
      let isWhole =
        record.sampleBytes == 0
        || folder.size(of: SampleSpool.name(record.trial)) == record.sampleBytes
      if isWhole { waiting[record.trial] = record } else { records[record.trial] = nil }
    }
    try appendWaiting()
  }

  /// Writes samples that have no file of their own, before the trial is added to the journal.
  mutating func write(_ text: String, of trial: Int) throws(Diagnostic) {
    if trial == next {
      try file.append(text)
      hasNext = true
    } else {
      try folder.write(text, to: SampleSpool.name(trial))
    }
  }

  mutating func add(_ record: TrialRecord) throws(Diagnostic) {
    waiting[record.trial] = record
    try appendWaiting()
  }

  private mutating func appendWaiting() throws(Diagnostic) {
    while let record = waiting.removeValue(forKey: next) {
      defer { (next, hasNext) = (next + 1, false) }
      guard record.sampleBytes > 0, !hasNext else { continue }
      let spool = SampleSpool.name(record.trial)
      try file.append(try folder.bytes(of: spool))
      try folder.remove(spool)
    }
  }

  func close() { file.close() }
}

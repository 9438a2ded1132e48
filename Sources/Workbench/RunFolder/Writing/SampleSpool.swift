import ForceLabFiles
import ForceLabSettings
import Foundation

/// Collects the samples of a trial that runs, in a file of its own if they are many.
struct SampleSpool {
  private let trial: Int
  private let columns: [String]
  private let name: String
  private let folder: RunFolder
  private var file: AppendedFile?
  private var pending = ""

  init(of trial: Int, _ context: TrialContext, in folder: RunFolder) {
    self.trial = trial
    columns = context.sampleColumns
    name = Self.name(trial, of: context.task)
    self.folder = folder
  }

  /// The number of bytes above which samples are written to the file.
  private static let flushThreshold = 1 << 16

  static let suffix = ".samples.csv"

  /// Two tasks may run the same trial at the same time, after the cluster has lost one of them.
  static func name(_ trial: Int, of task: String = "") -> String {
    "\(RunFolder.unfinished)/\(trial)\(task.isEmpty ? "" : "-" + task)\(suffix)"
  }

  /// Throws its own type of error, to distinguish it from errors of the study that calls this.
  mutating func add(_ fields: [Field], _ names: [String]) throws(RunFolder.WriteFailure) {
    var line: [Field] = [.integer(trial)]
    if names == columns {
      line += fields
    } else {
      let values = Dictionary(zip(names, fields), uniquingKeysWith: { first, _ in first })
      line += columns.map { values[$0] ?? .none }
    }
    pending += csvLine(line)
    guard pending.utf8.count > Self.flushThreshold else { return }
    do {
      try flush()
    } catch {
      throw RunFolder.WriteFailure(diagnostic: error)
    }
  }

  /// The stamp of the samples, and their text if they are not in the file.
  mutating func finish() throws(Diagnostic) -> (stamp: FileStamp, text: String) {
    guard let file else { return (FileStamp(Data(pending.utf8)), pending) }
    try flush()
    file.close()
    return (try FileStamp(of: name, in: folder.files) ?? FileStamp(Data()), "")
  }

  private mutating func flush() throws(Diagnostic) {
    if file == nil { file = try folder.files.append(to: name) }
    try file?.append(pending)
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

  /// Makes the file if it is missing. Removes the `records` whose samples are missing or changed.
  init(
    _ header: String, in folder: RunFolder, with records: inout [Int: TrialRecord]
  ) throws(Diagnostic) {
    self.folder = folder
    let header = Data(header.utf8)
    var held = try folder.files.mapped(Self.name) ?? Data()
    if !held.starts(with: header) { held = Data() }
    var length = header.count
    while let record = records[next], record.hasSamples(in: held, at: length) {
      if record.sampleBytes > 0, try folder.files.holds(SampleSpool.name(next)) { break }
      length += record.sampleBytes
      next += 1
    }
    try Self.keepSamples(of: records, from: next, in: held, at: length, folder)
    file = try folder.files.append(to: Self.name, after: held.isEmpty ? 0 : length)
    if held.isEmpty { try file.append(header) }
    for record in records.values where record.trial >= next {
      // A trial without samples has no file, or one that a killed process left.
      let spool = SampleSpool.name(record.trial)
      let hasNone = record.sampleBytes == 0
      let isWhole = hasNone ? true : try record.samples.matches(spool, in: folder.files)
      if isWhole { waiting[record.trial] = record } else { records[record.trial] = nil }
    }
    try appendWaiting()
  }

  /// Moves samples that follow those of a trial that has to run again into files of their own.
  private static func keepSamples(
    of records: [Int: TrialRecord], from first: Int, in held: Data, at start: Int,
    _ folder: RunFolder
  ) throws(Diagnostic) {
    guard start < held.count, let last = records.keys.max(), last > first else { return }
    var place = start
    for trial in first...last {
      if let record = records[trial], record.hasSamples(in: held, at: place) {
        let spool = SampleSpool.name(trial)
        if record.sampleBytes > 0, try !folder.files.holds(spool) {
          try folder.write(held[place..<place + record.sampleBytes], to: spool)
        }
        place += record.sampleBytes
      } else {
        let beginning = Data("\(trial),".utf8)
        while held[place...].starts(with: beginning),
          let end = held[place...].firstIndex(of: UInt8(ascii: "\n"))
        {
          place = end + 1
        }
      }
    }
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

extension TrialRecord {
  /// Whether its samples begin at the place `start` of `bytes`.
  fileprivate func hasSamples(in bytes: Data, at start: Int) -> Bool {
    guard start + sampleBytes <= bytes.count else { return false }
    return FileStamp(bytes[start..<start + sampleBytes]) == samples
  }
}

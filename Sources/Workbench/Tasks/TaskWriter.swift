import ForceLabFiles
import ForceLabSettings
import Foundation

/// Writes the results of one attempt of a task: a journal, and the samples in the order of its records.
/// Both are on the disk before the next trial begins.
struct TaskWriter: ResultWriter {
  private(set) var records: [Int: TrialRecord]
  private let attempt: TaskAttempt
  private let folder: RunFolder
  private let journal: AppendedFile
  private var samples: AppendedFile?
  private let isInterrupted: @Sendable () -> Bool

  /// - Parameters:
  ///   - records: Those of trials that ended in earlier attempts.
  ///   - isInterrupted: Whether the cluster has asked this process to end.
  init(
    _ attempt: TaskAttempt, job: String, in folder: RunFolder, records: [Int: TrialRecord],
    isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) throws(Diagnostic) {
    (self.attempt, self.folder, self.records) = (attempt, folder, records)
    self.isInterrupted = isInterrupted
    journal = try folder.files.append(to: attempt.journalName)
    let start = AttemptStart(host: RunHost(), job: job)
    try journal.append(JournalLine.text(of: start, folder.location(of: attempt.journalName)))
    try journal.synchronize()
  }

  mutating func add(_ record: TrialRecord, _ text: String) throws(Diagnostic) {
    if record.status != .ok {
      // A cluster that ends a task ends the processes of its trial, too, and maybe before this one. Such
      // a trial has not failed, and is run again.
      if record.stopReason == "crash" { sleep(1) }
      if isInterrupted() { return }
    }
    if record.sampleBytes > 0 {
      try text.isEmpty ? moveSpool(of: record) : sampleFile().append(text)
      try samples?.synchronize()
    }
    try journal.append(JournalLine.text(of: record.json))
    try journal.synchronize()
    records[record.trial] = record
  }

  mutating func writeIfDue() {}

  func close() {
    journal.close()
    samples?.close()
  }

  /// Moves samples that the trial wrote into a file of their own.
  private mutating func moveSpool(of record: TrialRecord) throws(Diagnostic) {
    let name = SampleSpool.name(record.trial, of: attempt.name)
    let samples = try sampleFile()
    guard let spool = try ReadFile(name, in: folder.files) else { return }
    for start in stride(from: 0, to: spool.size, by: 1 << 20) {
      try samples.append(spool.bytes(start..<min(start + 1 << 20, spool.size)))
    }
    try folder.remove(name)
  }

  private mutating func sampleFile() throws(Diagnostic) -> AppendedFile {
    if let samples { return samples }
    let file = try folder.files.append(to: attempt.samplesName)
    samples = file
    return file
  }
}

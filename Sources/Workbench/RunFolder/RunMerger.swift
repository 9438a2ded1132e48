import ForceLabFiles
import ForceLabSettings
import Foundation

/// Merges the journals of a run and of its tasks on a cluster into the journal and the tables of the
/// run, with the trials in the order of their numbers.
///
/// The files are written beside the old ones, and replace them at the end, the journal last. So a merge
/// can be interrupted at any time and repeated any number of times, also while tasks run. The records
/// pass through memory one by one; what remains is where they are, and the values of the summary.
struct RunMerger {
  let plan: Plan
  let folder: Folder

  /// Where a task ran, and the number of its submission.
  typealias Origin = (host: RunHost, submission: Int)

  /// A journal with its samples. The origin is nil for that of the run.
  private typealias Source = (journal: ReadFile, samples: SampleIndex, origin: Origin?)

  /// Where the records of the trials are, and what else the journal of the run has.
  private struct Contents {
    var sources: [Source] = []
    var records: [(source: Int, range: Range<Int>)?]
    var origin = Data()
    /// The files that are made from the results, of each report or drawing.
    var files: [JournalLine.Manifest] = []
  }

  /// Calls `observe` with each record and, of tasks, where it comes from. Calls `leaveOut` with the numbers of trials
  /// whose samples are missing or changed or, if it `checksFiles`, whose files are; the merge lacks them. The records
  /// that are `known` are not decoded again.
  func merge(
    checksFiles: Bool = true, known: [Int: TrialRecord] = [:],
    leaveOut: (Int) -> Void = { _ in }, observe: (TrialRecord, Origin?) -> Void
  ) throws(Diagnostic) -> RunTables {
    var tables = RunTables(plan)
    var journal = try DraftFile(of: Journal.name, in: folder)
    var trials = try DraftFile(of: RunTables.trialsName, in: folder)
    var samples = try DraftFile(of: Journal.samplesName, in: folder)
    var events =
      tables.eventHeader == nil ? nil : try DraftFile(of: RunTables.eventsName, in: folder)
    let contents = try readJournals()
    let end = [UInt8(ascii: "\n")]
    try journal.append(contents.origin + end)
    try trials.append(tables.header)
    try samples.append(tables.sampleHeader)
    try events?.append(tables.eventHeader ?? "")
    for case let entry? in contents.records {
      let source = contents.sources[entry.source]
      let line = try source.journal.bytes(entry.range)
      let intact = JournalLine(line, start: 0)
      guard let record = intact.trial.flatMap({ known[$0] }) ?? intact.record,
        checksFiles ? try hasFiles(record) : true, let rows = try source.samples.rows(of: record)
      else {
        intact.trial.map(leaveOut)
        continue
      }
      try journal.append(line + end)
      try trials.append(tables.add(record))
      try samples.append(rows)
      try events?.append(record.events ?? "")
      observe(record, source.origin)
    }
    for files in contents.files where !files.manifest.isEmpty {
      try journal.append(JournalLine.text(of: files))
    }
    try samples.commit()
    try trials.commit()
    try events?.commit()
    try tables.writeStatistics(in: folder)
    try journal.commit()
    return tables
  }

  private func readJournals() throws(Diagnostic) -> Contents {
    // What was submitted again was missing, or damaged.
    let attempts = try TaskAttempt.all(in: folder).sorted { $0.submission > $1.submission }
    var contents = Contents(records: Array(repeating: nil, count: plan.trialCount))
    for attempt in [nil] + attempts {
      let journal = attempt?.journalName ?? Journal.name
      guard let file = try ReadFile(journal, in: folder),
        var reader = try JournalReader(journal, in: folder), let first = try reader.next()
      else { continue }
      let isOfRun = attempt == nil
      if isOfRun { contents.origin = first.bytes }
      while let line = try reader.next() {
        if let trial = line.trial, trial <= plan.trialCount, contents.records[trial - 1] == nil {
          let range = line.start..<line.start + line.bytes.count
          contents.records[trial - 1] = (contents.sources.count, range)
        } else if isOfRun, var files = line.manifest {
          for name in RunManifest.tables { files.manifest[name] = nil }
          contents.files.append(files)
        }
      }
      let samples = try SampleIndex(attempt?.samplesName ?? Journal.samplesName, in: folder)
      let origin = attempt.flatMap { attempt in
        first.decoded(RunHost.self).map { (host: $0, submission: attempt.submission) }
      }
      contents.sources.append((file, samples, origin))
    }
    return contents
  }

  /// Whether the files of a trial are as it wrote them. After a node failed, they may not be.
  private func hasFiles(_ record: TrialRecord) throws(Diagnostic) -> Bool {
    for (name, stamp) in record.files where try !stamp.matches(name, in: folder) { return false }
    return true
  }
}

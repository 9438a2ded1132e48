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
  let folder: RunFolder
  let countsContended: Bool

  private struct Source {
    let journal: ReadFile
    let samples: SampleIndex
    /// The machine and the job; nil for the journal of the run.
    let start: AttemptStart?
  }

  /// Where the record of a trial is.
  private struct Entry {
    let source: Int
    let range: Range<Int>
  }

  /// Calls `observe` with each record, and the start of the task that ran it. Leaves out trials whose
  /// samples are missing or changed or, if it `checksFiles`, whose files are.
  func merge(
    checksFiles: Bool = true, observe: (TrialRecord, AttemptStart?) -> Void
  ) throws(Diagnostic) -> RunTables {
    let files = folder.files
    var tables = RunTables(plan, countsContended: countsContended)
    var journal = try DraftFile(of: Journal.name, in: files)
    var trials = try DraftFile(of: RunTables.trialsName, in: files)
    var samples = try DraftFile(of: Journal.samplesName, in: files)
    var events: DraftFile?
    if let header = tables.eventHeader {
      events = try DraftFile(of: RunTables.eventsName, in: files)
      try events?.append(header)
    }
    let (sources, entries, others) = try readJournals()
    try journal.append(others.origin + [UInt8(ascii: "\n")])
    try trials.append(tables.header)
    try samples.append(tables.sampleHeader)
    for case let entry? in entries {
      let source = sources[entry.source]
      let line = try source.journal.bytes(entry.range)
      guard let record = JournalLine(line, start: 0).record else { continue }
      if checksFiles, try !hasFiles(record) { continue }
      guard let rows = try source.samples.rows(of: record) else { continue }
      try journal.append(line + [UInt8(ascii: "\n")])
      try trials.append(tables.add(record))
      try samples.append(rows)
      try events?.append(record.events ?? "")
      observe(record, source.start)
    }
    if !others.files.isEmpty {
      try journal.append(
        JournalLine.text(ofFiles: others.files, folder.location(of: Journal.name)))
    }
    try samples.commit()
    try trials.commit()
    try events?.commit()
    try tables.writeStatistics(in: folder)
    try journal.commit()
    return tables
  }

  /// The journals, where the record of each trial is in them, and what else the journal of the run has:
  /// its first line, and the files that are made from its results.
  private func readJournals() throws(Diagnostic) -> (
    [Source], [Entry?], (origin: Data, files: [String: FileStamp])
  ) {
    var names = [(Journal.name, Journal.samplesName)]
    // What was submitted again was missing, or damaged.
    let attempts = try TaskAttempt.all(in: folder.files).sorted { $0.submission > $1.submission }
    names += attempts.map { ($0.journalName, $0.samplesName) }
    var sources: [Source] = []
    var entries = [Entry?](repeating: nil, count: plan.trialCount)
    var (origin, files): (Data, [String: FileStamp]) = (Data(), [:])
    for (journal, samples) in names {
      guard let file = try ReadFile(journal, in: folder.files),
        var reader = try JournalReader(journal, in: folder.files), let first = try reader.next()
      else { continue }
      if sources.isEmpty { origin = first.bytes }
      while let line = try reader.next() {
        if let trial = line.trial, trial <= entries.count, entries[trial - 1] == nil {
          entries[trial - 1] = Entry(
            source: sources.count, range: line.start..<line.start + line.bytes.count)
        } else if sources.isEmpty, let more = line.files {
          files.merge(more) { $1 }
        }
      }
      sources.append(
        Source(
          journal: file, samples: try SampleIndex(samples, in: folder.files),
          start: sources.isEmpty ? nil : first.decoded(AttemptStart.self)))
    }
    for name in RunManifest.tables { files[name] = nil }
    return (sources, entries, (origin, files))
  }

  /// Whether the files of a trial are as it wrote them. After a node failed, they may not be.
  private func hasFiles(_ record: TrialRecord) throws(Diagnostic) -> Bool {
    for (name, stamp) in record.files where try !stamp.matches(name, in: folder.files) {
      return false
    }
    return true
  }
}

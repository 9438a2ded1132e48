import ForceLabFiles
import ForceLabSettings
import Foundation

/// Merges the results of tasks into the files of their run, as a run on this machine would have written
/// them: the journal, `trials.csv`, `samples.csv` and all others.
///
/// The files are written beside the old ones, and replace them at the end, the journal last. So it can be
/// interrupted at any time and repeated any number of times, also while tasks run. The records pass
/// through memory one by one; what remains is the index and the values of the summary.
public struct Collector {
  private let plan: Plan
  private let folder: RunFolder
  private let countsContended: Bool
  /// The first line of the journal.
  private let origin: Data

  /// The folder of the run at `path`, locked as soon as the process that has it lets it go. Throws a
  /// `Diagnostic` if it holds no run, or if that process takes longer than half a minute.
  public static func open(_ path: String) throws(Diagnostic) -> RunFolder {
    guard try RunFolder(existing: path).isRun else {
      throw Diagnostic(
        "the folder holds no run; name the folder of a run", at: Location(file: path))
    }
    for _ in 0..<60 {
      if let folder = try? RunFolder(resuming: path) { return folder }
      usleep(500_000)
    }
    return try RunFolder(resuming: path)
  }

  /// Throws a `Diagnostic` if the folder, which is locked while this exists, holds no run that can be
  /// merged.
  public init(_ plan: Plan, _ folder: RunFolder, countsContended: Bool = false) throws(Diagnostic) {
    (self.plan, self.folder, self.countsContended) = (plan, folder, countsContended)
    guard let (origin, line) = try folder.files.header(RunOrigin.self, of: Journal.name),
      try origin.trials == RunOrigin(plan).trials
    else {
      throw Diagnostic(
        "the results cannot be merged: the first line of the journal is damaged, or the trial list has "
          + "changed; restore the folder from a copy, or start over with --fresh",
        at: folder.location(of: Journal.name))
    }
    self.origin = line
  }

  /// Merges what is there. Removes the files of the tasks if no trial is missing.
  public func collect() throws(Diagnostic) -> Runner.Report {
    var tables = RunTables(plan, countsContended: countsContended)
    var index = try TrialIndex(folder.files, trials: plan.trialCount)
    var earlier = try SampleCursor(folder.files)
    var journal = try DraftFile(of: Journal.name, in: folder.files)
    var trials = try DraftFile(of: RunTables.trialsName, in: folder.files)
    var samples = try DraftFile(of: SampleFile.name, in: folder.files)
    var events: DraftFile?
    if let header = tables.eventHeader {
      events = try DraftFile(of: RunTables.eventsName, in: folder.files)
      try events?.append(header)
    }
    try journal.append(origin + [UInt8(ascii: "\n")])
    try trials.append(tables.header)
    try samples.append(tables.sampleHeader)
    var (hosts, jobs): (Set<RunHost>, Set<String>) = ([], [])
    var (merged, failures) = (0, 0)
    for trial in 1...plan.trialCount {
      guard let (record, isMerged) = try index.record(trial) else { continue }
      if !isMerged, try !hasFiles(record) { continue }
      guard let rows = try rows(of: record, isMerged, &index, &earlier) else { continue }
      try journal.append(JournalLine.text(of: record.json))
      try trials.append(tables.add(record))
      try samples.append(rows)
      try events?.append(record.events ?? "")
      merged += 1
      if record.status != .ok { failures += 1 }
      if let start = index.start(of: trial) {
        hosts.insert(start.host)
        jobs.insert(start.job)
      }
    }
    let isComplete = merged == plan.trialCount
    try samples.commit()
    try trials.commit()
    try events?.commit()
    try tables.writeStatistics(in: folder)
    try folder.write(tables.columns.runJSON, to: RunColumns.fileName)
    try writeEnvironment(hosts, jobs)
    let stamps = try derivedFiles().merging(RunTables.stamps(in: folder)) { $1 }
    try journal.append(
      JournalLine.text(
        of: ManifestLine(manifest: stamps), folder.location(of: Journal.name)))
    try journal.commit()
    if isComplete {
      // A shared file system keeps files that a process has open, such as what this job prints.
      for part in [Submission.part, RunFolder.unfinished] { try? folder.removePart(part) }
    }
    return Runner.Report(
      folder, tables, trials: plan.trialCount, failures: failures,
      remaining: plan.trialCount - merged, isInterrupted: false)
  }

  /// Whether the files of a trial are as it wrote them. After a node failed, they may not be.
  private func hasFiles(_ record: TrialRecord) throws(Diagnostic) -> Bool {
    for (name, stamp) in record.files where try !stamp.matches(name, in: folder.files) {
      return false
    }
    return true
  }

  /// The samples of a trial; nil if they are missing or changed.
  private func rows(
    of record: TrialRecord, _ isMerged: Bool, _ index: inout TrialIndex,
    _ earlier: inout SampleCursor
  ) throws(Diagnostic) -> Data? {
    guard record.sampleBytes > 0 else { return Data() }
    let rows =
      try isMerged ? earlier.rows(of: record.trial) : index.samples(of: record)
    if FileStamp(rows) == record.samples { return rows }
    // A run on this machine that was interrupted keeps samples in files of their own.
    let spool = try folder.files.bytes(of: SampleSpool.name(record.trial))
    return spool.flatMap { FileStamp($0) == record.samples ? $0 : nil }
  }

  private func writeEnvironment(_ hosts: Set<RunHost>, _ jobs: Set<String>) throws(Diagnostic) {
    guard case .success(var environment) = try RunEnvironment.kept(in: folder.files) else { return }
    environment.add(hosts, jobs: jobs)
    try folder.write(environment.atEnd().runJSON, to: RunEnvironment.fileName)
  }

  /// The files that the journal records besides those of trials, such as the report.
  private func derivedFiles() throws(Diagnostic) -> [String: FileStamp] {
    let lines = try RecordScan.otherLines(Journal.name, in: folder.files)
    return lines.reduce(into: [:]) { files, line in
      let manifest = (try? JSONDecoder().decode(ManifestLine.self, from: line))?.manifest
      files.merge(manifest ?? [:]) { $1 }
    }
  }
}

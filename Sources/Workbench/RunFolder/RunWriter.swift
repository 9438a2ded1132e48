import ForceLabFiles
import ForceLabSettings
import ForceLabYAML

/// Writes the results of a run into its folder as its trials end: rows are appended to its tables, which
/// are put in order at the end if trials did not end in the order of their numbers.
struct RunWriter: ResultWriter {
  private(set) var records: [Int: TrialRecord]
  private(set) var tables: RunTables
  let origin: RunOrigin
  private let plan: Plan
  private let folder: RunFolder
  private let environment: RunEnvironment
  private let countsContended: Bool
  private let journal: Journal
  private let trials: AppendedFile
  private let events: AppendedFile?
  /// The rows that are not in the files yet.
  private var newTrials = ""
  private var newEvents = ""
  private var lastTrial: Int
  private var isSorted = true
  private var nextWrite = ContinuousClock.now

  static func begin(
    _ plan: Plan, in folder: RunFolder, environment: RunEnvironment, countsContended: Bool
  ) throws(Diagnostic) -> RunWriter {
    let origin = try RunOrigin(plan)
    // Written first and whole: a folder with a journal holds a run that can be resumed.
    try folder.write(
      JournalLine.text(of: origin, folder.location(of: Journal.name)), to: Journal.name)
    try folder.write(plan.portableDocument.blockText, to: RunReader.experimentName)
    var tables = RunTables(plan, countsContended: countsContended)
    try tables.writeEmpty(in: folder)
    return try RunWriter(plan, in: folder, environment, origin, tables, [:], countsContended)
  }

  /// The writer of a run that is resumed.
  static func resume(
    _ plan: Plan, in folder: RunFolder, environment: RunEnvironment, countsContended: Bool
  ) throws(Diagnostic) -> RunWriter {
    let earlier = try RunEnvironment.kept(in: folder.files)
    var environment = environment
    if case .success(let earlier) = earlier { environment = earlier.resumed(in: environment) }
    var records: [Int: TrialRecord] = [:]
    let merger = RunMerger(plan: plan, folder: folder, countsContended: countsContended)
    let tables = try merger.merge { record, _ in records[record.trial] = record }
    return try RunWriter(
      plan, in: folder, environment, RunOrigin(plan), tables, records, countsContended)
  }

  private init(
    _ plan: Plan, in folder: RunFolder, _ environment: RunEnvironment, _ origin: RunOrigin,
    _ tables: RunTables, _ records: [Int: TrialRecord], _ countsContended: Bool
  ) throws(Diagnostic) {
    try folder.write(environment.runJSON, to: RunEnvironment.fileName)
    (self.plan, self.folder, self.environment, self.origin) = (plan, folder, environment, origin)
    (self.tables, self.records, self.countsContended) = (tables, records, countsContended)
    lastTrial = records.keys.max() ?? 0
    journal = try Journal(in: folder)
    trials = try folder.files.appendAtEnd(of: RunTables.trialsName)
    events =
      tables.eventHeader == nil ? nil : try folder.files.appendAtEnd(of: RunTables.eventsName)
  }

  mutating func add(_ result: TrialResult) throws(Diagnostic) {
    let record = result.record
    try journal.append(result)
    records[record.trial] = record
    if record.trial < lastTrial { isSorted = false }
    lastTrial = max(lastTrial, record.trial)
    newTrials += tables.add(record)
    newEvents += record.events ?? ""
    try writeIfDue()
  }

  /// Writes the tables if they are out of date and were not written just before.
  mutating func writeIfDue() throws(Diagnostic) {
    if !newTrials.isEmpty && nextWrite < .now { try writeTables() }
  }

  mutating func finish() throws(Diagnostic) {
    try writeTables()
    try journal.close()
    trials.close()
    events?.close()
    if !isSorted {
      tables = try RunMerger(plan: plan, folder: folder, countsContended: countsContended)
        .merge(checksFiles: false) { _, _ in }
    }
    try folder.write(environment.atEnd().runJSON, to: RunEnvironment.fileName)
    try RunTables.recordFiles(in: folder)
    if records.count == plan.trialCount { try folder.removePart(RunFolder.unfinished) }
  }

  private mutating func writeTables() throws(Diagnostic) {
    let start = ContinuousClock.now
    try trials.append(newTrials)
    try events?.append(newEvents)
    (newTrials, newEvents) = ("", "")
    try tables.writeSummary(in: folder)
    // All statistics are written each time, which must not take more than 5 % of the time.
    nextWrite = .now.advanced(by: max(start.duration(to: .now) * 20, .milliseconds(100)))
  }
}

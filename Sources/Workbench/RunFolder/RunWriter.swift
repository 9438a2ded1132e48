import ForceLabFiles
import ForceLabSettings

/// Writes the results of a run into its folder as its trials end: rows are appended to its tables, which
/// are put in order at the end if trials did not end in the order of their numbers.
struct RunWriter: ResultWriter {
  private(set) var records: [Int: TrialRecord]
  private(set) var tables: RunTables
  let origin: RunOrigin
  private let plan: Plan
  private let folder: RunFolder
  private let environment: RunEnvironment
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
    _ plan: Plan, in folder: RunFolder, environment: RunEnvironment
  ) throws(Diagnostic) -> RunWriter {
    let origin = try RunOrigin(plan)
    try Journal.begin(origin, in: folder.files)
    try writeExperiment(of: plan, in: folder)
    var tables = RunTables(plan)
    try tables.writeEmpty(in: folder.files)
    return try RunWriter(plan, in: folder, environment, origin, tables, [:])
  }

  /// With copies of its files. When a run is resumed, both may have changed.
  static func writeExperiment(of plan: Plan, in folder: RunFolder) throws(Diagnostic) {
    try plan.inputs.write(in: folder.files)
    let text = plan.portableDocument(in: folder.path).blockText
    try folder.files.write(text.utf8, to: RunReader.experimentName)
  }

  static func resume(
    _ plan: Plan, _ origin: RunOrigin, in folder: RunFolder, environment: RunEnvironment
  ) throws(Diagnostic) -> RunWriter {
    let earlier = try RunEnvironment.kept(in: folder.files)
    var environment = (try? earlier.get())?.resumed(in: environment) ?? environment
    var records: [Int: TrialRecord] = [:]
    let tables = try RunMerger(plan: plan, folder: folder.files).merge { record, _ in
      records[record.trial] = record
    }
    try writeExperiment(of: plan, in: folder)
    let names = Set(records.values.map(\.host) + [Machine.host])
    if names.count > 1, records.count < plan.trialCount {
      environment.add([RunHost()], names: names)
    }
    return try RunWriter(plan, in: folder, environment, origin, tables, records)
  }

  private init(
    _ plan: Plan, in folder: RunFolder, _ environment: RunEnvironment, _ origin: RunOrigin,
    _ tables: RunTables, _ records: [Int: TrialRecord]
  ) throws(Diagnostic) {
    let files = folder.files
    try files.write(environment.prettyJSON.utf8, to: RunEnvironment.fileName)
    (self.plan, self.folder, self.environment, self.origin) = (plan, folder, environment, origin)
    (self.tables, self.records) = (tables, records)
    lastTrial = records.keys.max() ?? 0
    journal = try Journal(in: files)
    trials = try files.append(to: RunTables.trialsName, after: nil)
    events =
      tables.eventHeader == nil ? nil : try files.append(to: RunTables.eventsName, after: nil)
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

  /// Writes the tables if they are out of date and were not written just before, and has the journal reach the disk.
  mutating func writeIfDue() throws(Diagnostic) {
    if !newTrials.isEmpty && nextWrite < .now { try writeTables() }
  }

  mutating func finish() throws(Diagnostic) {
    try writeTables()
    journal.close()
    trials.close()
    events?.close()
    let files = folder.files
    if !isSorted {
      tables = try RunMerger(plan: plan, folder: files)
        .merge(checksFiles: false, known: records) { _, _ in }
    }
    try files.write(environment.atEnd().prettyJSON.utf8, to: RunEnvironment.fileName)
    try RunTables.recordFiles(in: files)
    guard records.count == plan.trialCount else { return }
    // A shared file system keeps files that a process has open.
    if try folder.hasTasks() { try? folder.removePart(Submission.part) }
    try folder.removeDrafts()
  }

  private mutating func writeTables() throws(Diagnostic) {
    let start = ContinuousClock.now
    try journal.synchronize()
    try trials.append(newTrials)
    try events?.append(newEvents)
    (newTrials, newEvents) = ("", "")
    try tables.writeSummary(in: folder.files)
    // All statistics are written each time. This must not take more than 5 % of the time.
    nextWrite = .now.advanced(by: max(start.duration(to: .now) * 20, .milliseconds(100)))
  }
}

import ForceLabSettings
import ForceLabYAML

/// Writes the results of a run into its folder as its trials end.
struct RunWriter: ResultWriter {
  private(set) var records: [Int: TrialRecord]
  private(set) var tables: RunTables
  private let plan: Plan
  private let folder: RunFolder
  private let environment: RunEnvironment
  let origin: RunOrigin
  private let journal: Journal
  private var samples: SampleFile
  private var rows: [String?]
  private var hasNewTrials = true
  /// Whether an earlier process may have left samples of trials that have not ended.
  private let mayHaveOldSpools: Bool
  private var nextWrite = ContinuousClock.now

  static func begin(
    _ plan: Plan, in folder: RunFolder, environment: RunEnvironment, countsContended: Bool
  ) throws(Diagnostic) -> RunWriter {
    let origin = try RunOrigin(plan)
    let journal = try Journal(origin, in: folder)
    try folder.write(plan.portableDocument.blockText, to: "experiment.yaml")
    return try RunWriter(plan, in: folder, environment, origin, journal, [:], countsContended)
  }

  /// The writer of a run that is resumed with the trials of `journal`.
  static func resume(
    _ plan: Plan, in folder: RunFolder, environment: RunEnvironment, _ journal: JournalReading,
    countsContended: Bool
  ) throws(Diagnostic) -> RunWriter {
    let earlier = try RunEnvironment.kept(in: folder.files)
    var environment = environment
    if case .success(let earlier) = earlier { environment = earlier.resumed(in: environment) }
    return try RunWriter(
      plan, in: folder, environment, RunOrigin(plan), Journal(continuing: journal, in: folder),
      journal.records, countsContended)
  }

  private init(
    _ plan: Plan, in folder: RunFolder, _ environment: RunEnvironment, _ origin: RunOrigin,
    _ journal: Journal, _ records: [Int: TrialRecord], _ countsContended: Bool
  ) throws(Diagnostic) {
    try folder.write(environment.runJSON, to: RunEnvironment.fileName)
    self.environment = environment
    self.plan = plan
    self.folder = folder
    (self.origin, self.journal) = (origin, journal)
    tables = RunTables(plan, countsContended: countsContended)
    try folder.write(tables.columns.runJSON, to: RunColumns.fileName)
    let count = plan.trialCount
    rows = Array(repeating: nil, count: count)
    var records = records.filter { (1...count).contains($0.key) }
    for record in records.values {
      for (name, stamp) in record.files where try !stamp.matches(name, in: folder.files) {
        records[record.trial] = nil
      }
    }
    mayHaveOldSpools = try folder.files.names(in: RunFolder.unfinished).contains {
      $0.hasSuffix(SampleSpool.suffix)
    }
    samples = try SampleFile(tables.sampleHeader, in: folder, with: &records)
    self.records = records
    for record in records.values.sorted(by: { $0.trial < $1.trial }) { take(record) }
    try writeTables()
  }

  mutating func add(_ record: TrialRecord, _ text: String) throws(Diagnostic) {
    // A process that was killed may have left samples that do not count.
    let hasSpool = record.sampleBytes > 0 && text.isEmpty
    if !hasSpool && (record.status != .ok || mayHaveOldSpools) {
      try folder.remove(SampleSpool.name(record.trial))
    }
    if !text.isEmpty { try samples.write(text, of: record.trial) }
    try journal.append(record)
    records[record.trial] = record
    try samples.add(record)
    take(record)
    try writeIfDue()
  }

  /// Writes the tables if they are out of date and were not written just before.
  mutating func writeIfDue() throws(Diagnostic) {
    if hasNewTrials && nextWrite < .now { try writeTables() }
  }

  mutating func finish() throws(Diagnostic) {
    try writeTables()
    try folder.write(environment.atEnd().runJSON, to: RunEnvironment.fileName)
    samples.close()
    try journal.append(RunTables.stamps(in: folder))
    try journal.close()
    if records.count == plan.trialCount { try folder.removePart(RunFolder.unfinished) }
  }

  private mutating func take(_ record: TrialRecord) {
    hasNewTrials = true
    rows[record.trial - 1] = tables.add(record)
  }

  private mutating func writeTables() throws(Diagnostic) {
    let start = ContinuousClock.now
    try folder.write(
      tables.header + rows.lazy.compactMap { $0 }.joined(), to: RunTables.trialsName)
    if let header = tables.eventHeader {
      let events = (1...rows.count).compactMap { records[$0]?.events }.joined()
      try folder.write(header + events, to: RunTables.eventsName)
    }
    try tables.writeStatistics(in: folder)
    hasNewTrials = false
    // Each time all rows are written, which must not take more than 5 % of the time.
    nextWrite = .now.advanced(by: max(start.duration(to: .now) * 20, .milliseconds(100)))
  }
}

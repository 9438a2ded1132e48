import ForceLabSettings
import ForceLabYAML

struct RunWriter {
  private(set) var records: [Int: TrialRecord]
  private(set) var summary: Summary
  private let plan: Plan
  private let folder: RunFolder
  let trials: [Trial]
  private let environment: RunEnvironment
  let origin: RunOrigin
  private let journal: Journal
  private var samples: SampleFile
  private var rows: [String?]
  private let columns: [String]
  private let eventColumns: [String]
  private var hasNewTrials = true
  /// Whether an earlier process may have left samples of trials that have not ended.
  private let mayHaveOldSpools: Bool
  private var nextWrite = ContinuousClock.now

  static let eventsName = "events.csv"

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
    trials = plan.trials
    let all = RunColumns(plan)
    try folder.write(all.runJSON, to: RunColumns.fileName)
    columns = all.trials.map(\.name)
    eventColumns = (all.events ?? []).map(\.name)
    summary = Summary(
      plan, measures: all.trials.filter(\.isMeasure), countsContended: countsContended)
    rows = trials.map { _ in nil }
    let count = trials.count
    var records = records.filter { (1...count).contains($0.key) }
    for record in records.values {
      for (name, stamp) in record.files where try !stamp.matches(name, in: folder.files) {
        records[record.trial] = nil
      }
    }
    mayHaveOldSpools = try folder.files.names(in: RunFolder.unfinished).contains {
      $0.hasSuffix(SampleSpool.suffix)
    }
    samples = try SampleFile(all.samples.map(\.name), in: folder, with: &records)
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
    try writeTablesIfDue()
  }

  /// Writes the tables if they are out of date and were not written just before.
  mutating func writeTablesIfDue() throws(Diagnostic) {
    if hasNewTrials && nextWrite < .now { try writeTables() }
  }

  mutating func finish() throws(Diagnostic) {
    try writeTables()
    try folder.write(environment.atEnd().runJSON, to: RunEnvironment.fileName)
    samples.close()
    var stamps: [String: FileStamp] = [:]
    for name in RunManifest.tables {
      stamps[name] = try FileStamp(of: name, in: folder.files)
    }
    try journal.append(stamps)
    try journal.close()
    guard records.count == trials.count else { return }
    for name in try folder.files.names(in: RunFolder.unfinished) {
      try folder.remove("\(RunFolder.unfinished)/\(name)")
    }
    try folder.remove(RunFolder.unfinished)
  }

  var limits: [LimitResult] { plan.limits.map { LimitResult($0.limit, $0.figure, in: summary) } }

  var published: [ClaimResult] {
    plan.published.map { ClaimResult($0.claim, $0.figure, in: summary) }
  }

  private mutating func take(_ record: TrialRecord) {
    let trial = trials[record.trial - 1]
    summary.add(trial, record)
    hasNewTrials = true
    rows[record.trial - 1] = row(trial, record)
  }

  private func row(_ trial: Trial, _ record: TrialRecord) -> String {
    let facts: [Field] = [
      .integer(trial.number), .integer(trial.configuration), .integer(trial.repetition),
      .integer(Int(trial.seed)),
    ]
    let settings = plan.configurations[trial.configuration - 1].settings.map { Field.text($0) }
    let ending: [Field] = [.text(record.status.rawValue), .text(record.stopReason)]
    let measured = columns.map { record.values[$0] ?? .none }
    let flags = [trial.isWarmUp, record.isContended].map { Field.text($0 ? "true" : "false") }
    return csvLine(facts + settings + ending + measured + flags + [.text(record.message)])
  }

  private var header: String {
    csvLine(
      ["trial", "configuration", "repeat", "seed"] + plan.paths + ["status", "stop_reason"]
        + columns + ["warm_up", "contended", "message"])
  }

  private mutating func writeTables() throws(Diagnostic) {
    let start = ContinuousClock.now
    try folder.write(header + rows.lazy.compactMap { $0 }.joined(), to: "trials.csv")
    try folder.write(summary.csv(), to: "summary.csv")
    if !eventColumns.isEmpty {
      let events = trials.compactMap { records[$0.number]?.events }.joined()
      try folder.write(csvLine(["trial"] + eventColumns) + events, to: Self.eventsName)
    }
    if !plan.limits.isEmpty { try folder.write(limits.csv, to: "limits.csv") }
    if !plan.published.isEmpty { try folder.write(published.csv, to: "published.csv") }
    hasNewTrials = false
    // Each time all rows are written, which must not take more than 5 % of the time.
    nextWrite = .now.advanced(by: max(start.duration(to: .now) * 20, .milliseconds(100)))
  }
}

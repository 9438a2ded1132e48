import ForceLabSettings
import ForceLabYAML

/// The files of a run, written as the trials come in.
struct Results {
  /// What has come of each trial that has ended.
  private(set) var records: [Int: TrialRecord]
  private(set) var summary: Summary
  private let plan: Plan
  private let folder: RunFolder
  /// All trials of the plan, in their order.
  let trials: [Trial]
  private let environment: RunEnvironment
  private let journal: Journal
  private var samples: SampleFile
  /// The rows of `trials.csv`, of those trials that have ended.
  private var rows: [String?]
  private let columns: [String]
  private var lastWritten = ContinuousClock.now
  private var pause = Duration.zero

  private static let environmentName = "environment.json"

  /// The results of a new run.
  static func begin(
    _ plan: Plan, in folder: RunFolder, environment: RunEnvironment, countsContended: Bool
  ) throws(Diagnostic) -> Results {
    let journal = try Journal(RunOrigin(plan), in: folder)
    try folder.write(plan.document.emitted(), to: "experiment.yaml")
    return try Results(plan, in: folder, environment, journal, [:], countsContended)
  }

  /// The results of a run that was interrupted, with `records` of the trials that have ended.
  static func resume(
    _ plan: Plan, in folder: RunFolder, environment: RunEnvironment, _ journal: Journal,
    _ records: [Int: TrialRecord], countsContended: Bool
  ) throws(Diagnostic) -> Results {
    let earlier = RunEnvironment(json: (try? folder.text(of: environmentName)) ?? "")
    let environment = earlier?.resumed(in: environment) ?? environment
    return try Results(plan, in: folder, environment, journal, records, countsContended)
  }

  private init(
    _ plan: Plan, in folder: RunFolder, _ environment: RunEnvironment, _ journal: Journal,
    _ records: [Int: TrialRecord], _ countsContended: Bool
  ) throws(Diagnostic) {
    try folder.write(environment.json, to: Self.environmentName)
    self.environment = environment
    self.plan = plan
    self.folder = folder
    self.journal = journal
    trials = plan.trials
    let all = RunColumns(plan)
    try folder.write(all.json, to: RunColumns.fileName)
    columns = all.trials.map(\.name)
    summary = Summary(
      plan, measures: all.trials.filter(\.isMeasure), countsContended: countsContended)
    rows = trials.map { _ in nil }
    let count = trials.count
    var records = records.filter { trial, record in
      (1...count).contains(trial)
        && record.files.allSatisfy { folder.size(of: $0.key) == $0.value }
    }
    samples = try SampleFile(all.samples.map(\.name), in: folder, holding: &records)
    self.records = records
    for record in records.values.sorted(by: { $0.trial < $1.trial }) { take(record) }
    try writeTables()
  }

  /// Adds a finished trial, whose samples and layout are on the disk: after this, so is all else.
  mutating func add(_ record: TrialRecord) throws(Diagnostic) {
    // What a process that was ended has left of its samples is not told of.
    let spool = SampleSpool.name(record.trial)
    if record.sampleBytes == 0 && folder.holds(spool) { try folder.remove(spool) }
    try journal.append(record)
    records[record.trial] = record
    try samples.add(record)
    take(record)
    // Tables are rewritten whole, so not so often that it would take more than a little of the time.
    if lastWritten.duration(to: .now) > pause { try writeTables() }
  }

  /// Writes what is still to be written, and closes the files. The folder is complete when this
  /// returns, if all trials have ended.
  mutating func finish() throws(Diagnostic) {
    try writeTables()
    try folder.write(environment.atEnd().json, to: Self.environmentName)
    journal.close()
    samples.close()
    let hasAll = records.count == trials.count
    if hasAll && folder.holds(RunFolder.unfinished) { try folder.remove(RunFolder.unfinished) }
  }

  /// The limits and what was measured so far.
  var limits: [LimitResult] {
    plan.limits.map { LimitResult($0.limit, $0.figure, in: summary) }
  }

  /// The published claims and what was measured so far.
  var published: [ClaimResult] {
    plan.published.map { ClaimResult($0.claim, $0.figure, in: summary) }
  }

  private mutating func take(_ record: TrialRecord) {
    let trial = trials[record.trial - 1]
    summary.add(trial, record)
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
    if !plan.limits.isEmpty { try folder.write(limits.csv, to: "limits.csv") }
    if !plan.published.isEmpty { try folder.write(published.csv, to: "published.csv") }
    lastWritten = .now
    pause = start.duration(to: lastWritten) * 20
  }
}

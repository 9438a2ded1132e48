import ForceLabSettings

/// The tables of a run that are made of the records of its trials.
struct RunTables {
  let columns: RunColumns
  private(set) var summary: Summary
  private let plan: Plan
  private let names: [String]

  static let trialsName = "trials.csv"
  static let eventsName = "events.csv"
  static let summaryName = "summary.csv"

  init(_ plan: Plan, countsContended: Bool) {
    self.plan = plan
    columns = RunColumns(plan, countsContended: countsContended)
    names = columns.trials.map(\.name)
    summary = Summary(
      columns, measures: columns.trials.filter(\.isMeasure), paths: plan.paths,
      settings: plan.configurations.map(\.settings))
  }

  /// The first line of `trials.csv`.
  var header: String {
    csvLine(
      TrialColumns.first + plan.paths + TrialColumns.ending + names + TrialColumns.last)
  }

  /// The first line of `events.csv`; nil if the run has no events.
  var eventHeader: String? {
    columns.events.map { csvLine(["trial"] + $0.map(\.name)) }
  }

  /// The first line of `samples.csv`.
  var sampleHeader: String { csvLine(["trial"] + columns.samples.map(\.name)) }

  /// Writes the tables without any trial.
  mutating func writeEmpty(in folder: RunFolder) throws(Diagnostic) {
    try folder.write(header, to: Self.trialsName)
    try folder.write(sampleHeader, to: Journal.samplesName)
    if let eventHeader { try folder.write(eventHeader, to: Self.eventsName) }
    try writeStatistics(in: folder)
  }

  /// Adds a record to the summary, and returns its row of `trials.csv`.
  mutating func add(_ record: TrialRecord) -> String {
    let trial = plan[trial: record.trial]
    if !trial.isWarmUp {
      summary.add(
        trial.number, of: trial.configuration, isGood: record.status == .ok,
        isContended: record.isContended
      ) { record[$0] }
    }
    let facts: [Field] = [
      .integer(trial.number), .integer(trial.configuration), .integer(trial.repetition),
      .integer(Int(trial.seed)),
    ]
    let settings = plan.configurations[trial.configuration - 1].settings.map { Field.text($0) }
    let ending: [Field] = [.text(record.status.rawValue), .text(record.stopReason)]
    let flags = [trial.isWarmUp, record.isContended].map { Field.text($0 ? "true" : "false") }
    return csvLine(
      facts + settings + ending + names.map { record[$0] } + flags
        + [.text(record.host), .text(record.message)])
  }

  var limits: [LimitResult] { plan.limits.map { LimitResult($0, $1, in: summary) } }

  var published: [ClaimResult] {
    plan.published.map {
      ClaimResult($0, $1, in: summary, isDebugBuild: Build.isDebug)
    }
  }

  /// Writes the files that do not have a row for each trial.
  mutating func writeStatistics(in folder: RunFolder) throws(Diagnostic) {
    try folder.write(columns.runJSON, to: RunColumns.fileName)
    try writeSummary(in: folder)
  }

  mutating func writeSummary(in folder: RunFolder) throws(Diagnostic) {
    try folder.write(summary.csv(), to: Self.summaryName)
    if !plan.limits.isEmpty { try folder.write(limits.csv, to: "limits.csv") }
    if !plan.published.isEmpty { try folder.write(published.csv, to: "published.csv") }
  }

  /// Records the files that a run rewrites until it ends.
  static func recordFiles(in folder: RunFolder) throws(Diagnostic) {
    var stamps: [String: FileStamp] = [:]
    for name in RunManifest.tables {
      stamps[name] = try FileStamp(of: name, in: folder.files)
    }
    try Journal.record(stamps, in: folder.files)
  }
}

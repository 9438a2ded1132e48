import ForceLabFiles
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

  init(_ plan: Plan) {
    self.plan = plan
    columns = RunColumns(plan)
    names = columns.trials.map(\.name)
    summary = Summary(
      columns, measures: columns.trials.filter(\.isMeasure), paths: plan.paths,
      settings: plan.configurations.map(\.settings))
  }

  /// The first lines of `trials.csv` and `samples.csv`.
  var header: String {
    csvLine(TrialColumns.first + plan.paths + TrialColumns.ending + names + TrialColumns.last)
  }
  var sampleHeader: String { csvLine([TrialColumns.trial] + columns.samples.map(\.name)) }

  /// The first line of `events.csv`; nil if the run has no events.
  var eventHeader: String? { columns.events.map { csvLine([TrialColumns.trial] + $0.map(\.name)) } }

  mutating func writeEmpty(in folder: Folder) throws(Diagnostic) {
    try folder.write(header.utf8, to: Self.trialsName)
    try folder.write(sampleHeader.utf8, to: Journal.samplesName)
    if let eventHeader { try folder.write(eventHeader.utf8, to: Self.eventsName) }
    try writeStatistics(in: folder)
  }

  /// Adds a record to the summary, and returns its row of `trials.csv`.
  mutating func add(_ record: TrialRecord) -> String {
    let trial = plan[trial: record.trial]
    if !trial.isWarmUp {
      summary.add(
        trial.number, of: trial.configuration, repetition: trial.repetition,
        isGood: record.status == .ok, ranConcurrently: record.ranConcurrently
      ) { record[$0] }
    }
    return TrialColumns.line(record, of: trial, plan, names)
  }

  var limits: [LimitResult] { plan.limits.map { LimitResult($0, $1, in: summary) } }

  var published: [ClaimResult] {
    plan.published.map {
      ClaimResult($0, $1, in: summary, isDebugBuild: Build.isDebug)
    }
  }

  /// Writes the files that do not have a row for each trial.
  mutating func writeStatistics(in folder: Folder) throws(Diagnostic) {
    try folder.write(columns.prettyJSON.utf8, to: RunColumns.fileName)
    // With --resume-anyway, the experiment may have lost them.
    if plan.limits.isEmpty { try folder.remove("limits.csv") }
    if plan.published.isEmpty { try folder.remove("published.csv") }
    try writeSummary(in: folder)
  }

  mutating func writeSummary(in folder: Folder) throws(Diagnostic) {
    try folder.write(summary.csv().utf8, to: Self.summaryName)
    if !plan.limits.isEmpty { try folder.write(limits.csv.utf8, to: "limits.csv") }
    if !plan.published.isEmpty { try folder.write(published.csv.utf8, to: "published.csv") }
  }

  /// Records the files that a run rewrites until it ends.
  static func recordFiles(in folder: Folder) throws(Diagnostic) {
    var stamps: [String: FileStamp] = [:]
    for name in RunManifest.tables { stamps[name] = try FileStamp(of: name, in: folder) }
    try Journal.record(stamps, in: folder)
  }
}

import Averages
import YAML

/// The files of a run, written as the trials come in.
struct Results {
  private(set) var summary: Summary
  private let plan: Plan
  private let folder: RunFolder
  private let columns: [Column]
  private let sampleColumns: [String]
  private let trialsFile: AppendedFile
  private let samplesFile: AppendedFile
  private var pendingSamples = ""
  private var lastSummary = ContinuousClock.now
  /// The first trial of each configuration whose first trial ended well and left a layout.
  private var firstTrials: [Int: Int] = [:]

  /// What is told of the times of every trial.
  static let timeColumns = [
    "wall_seconds", "tick_ns_mean", "tick_ns_median", "tick_ns_p95",
  ]

  init(_ plan: Plan, folder: RunFolder, environment: Environment) throws(Diagnostic) {
    self.plan = plan
    self.folder = folder
    columns = plan.columns
    sampleColumns = plan.sampleColumns
    let measures = columns.filter(\.isMeasure).map(\.name) + Self.timeColumns
    summary = Summary(plan, measures: measures)
    try folder.write(plan.document.emitted(), to: "experiment.yaml")
    try folder.write(environment.json, to: "environment.json")
    trialsFile = try AppendedFile("trials.csv", in: folder)
    samplesFile = try AppendedFile("samples.csv", in: folder)
    try trialsFile.append(
      csvLine(
        ["trial", "configuration", "repeat", "seed"] + plan.paths + ["status", "stop_reason"]
          + columns.map(\.name) + Self.timeColumns + ["contended", "message"]))
    try samplesFile.append(csvLine(["trial"] + sampleColumns))
  }

  /// Adds a recorded iteration, whose `fields` belong to `names`.
  ///
  /// Throws a failure that a study, through which it passes, cannot be taken to have thrown itself.
  mutating func addSample(
    _ trial: Trial, _ names: [String], _ fields: [Field]
  ) throws(RunFolder.WriteFailure) {
    var line: [Field] = [.integer(trial.number)]
    if names == sampleColumns {
      line += fields
    } else {
      let values = Dictionary(zip(names, fields), uniquingKeysWith: { first, _ in first })
      line += sampleColumns.map { values[$0] ?? .none }
    }
    pendingSamples += csvLine(line)
    guard pendingSamples.utf8.count > 1 << 20 else { return }
    do {
      try flushSamples()
    } catch {
      throw RunFolder.WriteFailure(diagnostic: error)
    }
  }

  /// Adds a finished trial: its row, its samples and its layout are on disk when this returns.
  mutating func add(_ trial: Trial, _ outcome: Outcome) throws(Diagnostic) {
    try flushSamples()
    if let layout = outcome.layout {
      try folder.write(LayoutFile.text(of: layout), to: Self.layoutName(trial.number))
      if trial.repetition == 1 && outcome.status == .ok {
        firstTrials[trial.configuration] = trial.number
      }
    }
    var values = outcome.values
    for (name, value) in zip(Self.timeColumns, Self.times(outcome.stepNanoseconds)) {
      values[name] = value
    }
    summary.add(trial, outcome.status, values)
    let facts: [Field] = [
      .integer(trial.number), .integer(trial.configuration), .integer(trial.repetition),
      .integer(Int(trial.seed)),
    ]
    let settings = plan.configurations[trial.configuration - 1].settings.map { Field.text($0) }
    let ending: [Field] = [.text(outcome.status.rawValue), .text(outcome.stopReason)]
    let measured = (columns.map(\.name) + Self.timeColumns).map { values[$0] ?? .none }
    try trialsFile.append(
      csvLine(facts + settings + ending + measured + [.text("false"), .text(outcome.message)]))
    // The summary is rewritten whole, so not more often than a reader could look.
    if lastSummary.duration(to: .now) > .seconds(1) {
      try writeSummary()
      lastSummary = .now
    }
  }

  /// The layout that the first trial of the configuration of `trial` left; nil if it left none, did
  /// not end well, or is `trial` itself.
  ///
  /// It is read from its file, so that a run holds no layout in memory but that of its trial.
  func firstLayout(for trial: Trial) throws(Diagnostic) -> [[Double]]? {
    guard let first = firstTrials[trial.configuration], first != trial.number else { return nil }
    let name = Self.layoutName(first)
    let text = try folder.text(of: name)
    guard let layout = LayoutFile.layout(in: text) else {
      throw Diagnostic("no layout any more", at: Location(file: "\(folder.path)/\(name)"))
    }
    return layout
  }

  private static func layoutName(_ trial: Int) -> String { "layouts/\(trial).csv" }

  /// Writes what is still to be written. The folder is complete when this returns.
  mutating func finish() throws(Diagnostic) {
    try writeSummary()
    trialsFile.close()
    samplesFile.close()
  }

  /// The limits and what was measured so far.
  var limits: [LimitResult] {
    plan.limits.map { LimitResult($0.limit, $0.figure, in: summary) }
  }

  private mutating func writeSummary() throws(Diagnostic) {
    try folder.write(summary.csv(), to: "summary.csv")
    if !plan.limits.isEmpty { try folder.write(limits.csv, to: "limits.csv") }
  }

  private mutating func flushSamples() throws(Diagnostic) {
    try samplesFile.append(pendingSamples)
    pendingSamples = ""
  }

  /// Total seconds, and the mean, median and 95th percentile of a step in nanoseconds.
  private static func times(_ steps: [Int64]) -> [Field] {
    guard !steps.isEmpty else { return timeColumns.map { _ in .none } }
    var mean = RunningMean()
    steps.forEach { mean.add($0) }
    let sorted = steps.sorted().map(Double.init)
    return [
      .number(sorted.reduce(0, +) / 1e9), .integer(Int(mean.mean)),
      .number(quantile(sorted, 0.5)), .number(quantile(sorted, 0.95)),
    ]
  }
}

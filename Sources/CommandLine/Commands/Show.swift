import ArgumentParser
import ForceLabReports
import ForceLabSettings
import ForceLabWorkbench
import Foundation

struct Show: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Print the scoreboard of a run again.",
    usage: "forcelab show <run> [<options>]",
    discussion: """
      The scoreboard has a row for each configuration, or for each algorithm where the run sweeps graphs. \
      The options choose its rows, for example the ten with the lowest stress:

        forcelab show Results/quickstart/RUN --sort stress --best 10

      With --format, prints the scoreboard alone for an issue or a README (markdown), for a paper \
      (latex), for pandas or R (csv), or the summary of the run for programs (json):

        forcelab show Results/quickstart/RUN --format latex > table.tex

      With --swift, --d3 or --yaml, prints the settings of one trial instead: as Swift code against \
      ForceLab's library ForceLayout, ready to paste into an app, as JavaScript for d3-force, or as an \
      experiment of one trial:

        forcelab show Results/quickstart/RUN --trial 3 --swift
      """)

  @Argument(help: .value("run", "Run folder."), completion: .directory)
  var folder: String

  @Option(help: .value("name", "Sort the rows by this measure (best first) or swept path."))
  var sort: String?

  @Option(
    parsing: .unconditional,
    help: .value(
      "count",
      "Show only the first rows, at most this many; of each graph if rows are configurations."))
  var best: Int?

  @Option(
    help: .value(
      "measures",
      "Show only the Pareto-optimal rows for these measures, such as layout_seconds,stress."))
  var pareto: String?

  @Option(
    parsing: .unconditional,
    help: .value("number", "Number of the trial for --swift, --d3 and --yaml."))
  var trial: Int?

  @Flag(help: "Print the settings of the trial as a Swift program.")
  var swift = false

  @Flag(help: "Print the settings of the trial as JavaScript for d3-force, if it has all of them.")
  var d3 = false

  @Flag(help: "Print the settings of the trial as an experiment.")
  var yaml = false

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, markdown, latex, csv, json

    /// Nil for text.
    var table: TableFormat? { TableFormat(rawValue: rawValue) }
  }

  @Option(help: "Print the summary as text or JSON, or the scoreboard alone in another format.")
  var format = Format.text

  func validate() throws {
    let forms = [("--swift", swift), ("--d3", d3), ("--yaml", yaml)].filter(\.1).map(\.0)
    guard forms.count < 2 else {
      throw ValidationError("\(forms[0]) and \(forms[1]) are both given; use one of them")
    }
    let ofRows = [
      ("--sort", sort != nil), ("--best", best != nil), ("--pareto", pareto != nil),
      ("--format", format != .text),
    ].filter(\.1).map(\.0)
    if let form = forms.first, let option = ofRows.first {
      throw ValidationError("\(form) prints the settings of a trial; leave out \(option)")
    }
    guard trial == nil || !forms.isEmpty else {
      throw ValidationError("--trial needs --swift, --d3 or --yaml; add one of them")
    }
    guard pareto == nil || !paretoMeasures.isEmpty else {
      throw ValidationError("--pareto names no measure; name some, such as layout_seconds,stress")
    }
    if let best, best < 1 { throw ValidationError("--best is \(best); it must be at least 1") }
  }

  private var paretoMeasures: [String] {
    pareto?.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) } ?? []
  }

  func run() throws {
    if swift || d3 || yaml { return try printSettings() }
    var order = ScoreboardOrder()
    (order.sort, order.best) = (sort, best)
    order.pareto = paretoMeasures
    var overview = try RunOverview(folder: folder, order)
    overview.warnings.forEach { standardError($0) }
    if format != .json, let table = format.table {
      return outputData(overview.table(table), terminator: "")
    }
    let tasks = try tasks(of: overview.status)
    if overview.status.state == .interrupted, tasks?.isOver == false {
      overview.status.state = .onCluster
    }
    let (width, status) = (Terminal.width ?? 100, overview.status)
    if format == .json { return outputData(overview.json(tasks)) }
    output(wrapped(overview.title, width: width))
    output("\(status.state.rawValue), \(status.progress) trials\n")
    if let tasks { printTasks(tasks, merged: status.done) }
    output(overview.text(width: width))
    if !overview.limits.isEmpty { output("\n" + overview.limits.text(width: width)) }
    if !overview.published.isEmpty { output("\n" + overview.published.text(width: width)) }
  }

  /// What the tasks of the run on a cluster do, if it has any.
  private func tasks(of status: RunStatus) throws -> ClusterState? {
    var state = try ClusterState(folder, trials: status.planned ?? 0, Lab.catalog)
    do {
      try state?.refresh()
    } catch {
      standardError("\(error)\n")
    }
    return state
  }

  private func printTasks(_ state: ClusterState, merged: Int) {
    let progress = state.progress
    output(
      "On the cluster: \(progress.taskText); \(progress.done)/\(counted(progress.count, "trial")) "
        + "have ended, of which `\(Diagnostic.program) collect` has merged \(merged).")
    for line in state.failedTasks.lines() { output(line) }
    output("")
  }

  /// Prints the settings of one trial as a program or as an experiment.
  private func printSettings() throws {
    let run = try RunReader(folder: folder)
    let file = run.folder + "/experiment.yaml"
    let plan = try Plan(path: file, catalog: Lab.catalog)
    guard let number = trial ?? (plan.configurations.count == 1 ? 1 : nil) else {
      throw Diagnostic(
        "the run has \(plan.trialCount) trials; name one with --trial, as numbered in trials.csv",
        at: Location(file: run.folder))
    }
    let (trial, study) = try plan.trial(number)
    if yaml { return outputData(plan.experiment(of: trial).blockText, terminator: "") }
    if d3 { return outputData(try study.d3Program(), terminator: "") }
    guard let program = study.program(seed: trial.seed) else {
      throw Diagnostic("these settings have no Swift program; use --yaml", at: nil)
    }
    outputData(program, terminator: "")
  }
}

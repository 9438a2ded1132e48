import ArgumentParser
import Foundation
import ForceLabReports
import ForceLabStudies
import ForceLabWorkbench
import ForceLabSettings

/// `forcelab run`: runs experiments and writes their results.
struct Run: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Run experiments and write their results as CSV.",
    discussion: "Results go to Results/NAME/DATE-TIME unless --out says otherwise.")

  @Argument(
    help: ArgumentHelp("Experiment files.", valueName: "file"),
    completion: .file(extensions: ["yaml", "yml"]))
  var files: [String]

  @Option(
    help: ArgumentHelp(
      "Write results to exactly this folder, which must be new or empty.", valueName: "folder"),
    completion: .directory)
  var out: String?

  @OptionGroup var options: ExperimentOptions

  @OptionGroup var trials: TrialOptions

  @Flag(
    help: "Go on with the newest run of the experiment, or with that in --out: run what is left.")
  var resume = false

  @Flag(help: "Go on with a run although the experiment or the program has changed since.")
  var resumeAnyway = false

  @Flag(help: "Begin anew: remove the run that --out holds.")
  var fresh = false

  @Flag(help: "Write no report.html, charts and drawings; `forcelab report` does it later.")
  var noReport = false

  @Flag(help: "Print nothing but errors.")
  var quiet = false

  @OptionGroup var format: FormatOption

  @Flag(
    help:
      "Exit with 1 if a limit that an experiment states is missed, or a published claim does not hold."
  )
  var strict = false

  func validate() throws {
    guard out != "" else { throw ValidationError("--out is empty; name a folder") }
    guard out == nil || files.count == 1 else {
      throw ValidationError(
        "--out names one folder, but there are \(files.count) experiments; run them one by one")
    }
    guard !fresh || !goesOn else {
      throw ValidationError("--fresh begins anew, --resume goes on; give one of the two")
    }
  }

  func run() throws {
    var failures = 0
    var limits: [LimitResult] = []
    var claims: [ClaimResult] = []
    let plans = try Plan.load(files, options)
    if !quiet, let warning = RunEnvironment.warning { standardError(warning + "\n") }
    let tells = !quiet && !format.isJSON
    let isInterrupted = Interruption.watched()
    for (index, plan) in plans.enumerated() {
      if isInterrupted() { throw ExitCode(130) }
      if index > 0 && tells { say("") }
      let report = try run(plan)
      if report.isInterrupted { throw ExitCode(130) }
      failures += report.failures
      limits += report.limits
      claims += report.published
      if trials.failFast && report.failures > 0 { break }
    }
    // Last and together, where they are found after hours of several experiments.
    if tells && !limits.isEmpty { say("\n" + limits.text(width: Terminal.width ?? 100)) }
    if tells && !claims.isEmpty { say("\n" + claims.text(width: Terminal.width ?? 100)) }
    let isMissed = strict && (limits.contains { !$0.isKept } || claims.contains { !$0.holds })
    if failures > 0 || isMissed { throw ExitCode(1) }
  }

  private func run(_ plan: Plan) throws -> Runner.Report {
    let date = Date()
    let folder = try folder(for: plan, at: date)
    let width = Terminal.width ?? 100
    if !quiet && !format.isJSON {
      say(wrapped("\(plan.title)\n\(plan.countText)\n", width: width))
    }
    let report = try follow(plan, into: folder, at: date)
    if quiet && !format.isJSON { return report }
    let overview = try RunOverview(folder: report.folder)
    say(
      format.isJSON
        ? overview.json : overview.text(width: width, drawsCurves: Terminal.width != nil))
    return report
  }

  private var goesOn: Bool { resume || resumeAnyway }

  private func folder(for plan: Plan, at date: Date) throws -> RunFolder {
    let name = plan.experiment.name
    if goesOn {
      if let path = out ?? RunFolder.newest(below: "Results", experiment: name) {
        return try RunFolder(resuming: path)
      }
      standardError("note: there is no run of '\(name)' to go on with; this is the first\n")
    }
    guard let out else { return try RunFolder(below: "Results", experiment: name, at: date) }
    guard fresh else { return try RunFolder(at: out) }
    let folder = try RunFolder(resuming: out)
    try folder.clear()
    return folder
  }

  private func follow(_ plan: Plan, into folder: RunFolder, at date: Date) throws
    -> Runner.Report
  {
    let progress = LiveProgress(plan, isQuiet: quiet, isResumed: goesOn)
    defer { progress.end() }
    let runner = Runner(plan, options: try trials.runnerOptions())
    let environment = RunEnvironment(seed: plan.experiment.seed, date: date, catalog: Lab.catalog)
    let report =
      goesOn
      ? try runner.resume(in: folder, environment: environment, changesMatter: !resumeAnyway) {
        progress.show($0)
      } : try runner.run(into: folder, environment: environment) { progress.show($0) }
    if !report.isInterrupted && !noReport {
      progress.announce("Writing the report ...")
      writePage(of: report, progress)
    }
    return report
  }

  /// Writes the report, without which the run is whole all the same.
  private func writePage(of report: Runner.Report, _ progress: LiveProgress) {
    do throws(Diagnostic) {
      _ = try Report.write(report.folder, catalog: Lab.catalog)
    } catch {
      let warning = Diagnostic(
        "the report was not written: \(error.message); write it by `forcelab report`",
        at: error.location, severity: .warning)
      progress.end()
      standardError("\(warning)\n")
    }
  }
}

import ArgumentParser
import Foundation
import Reports
import Studies
import Workbench
import YAML

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

  @Flag(help: "Print nothing but errors.")
  var quiet = false

  @Flag(help: "Exit with 1 if a limit that an experiment states is missed.")
  var strict = false

  func validate() throws {
    guard out != "" else { throw ValidationError("--out is empty; name a folder") }
    guard out == nil || files.count == 1 else {
      throw ValidationError(
        "--out names one folder, but there are \(files.count) experiments; run them one by one")
    }
  }

  func run() throws {
    var failures = 0
    var limits: [LimitResult] = []
    for (index, plan) in try Plan.load(files, options).enumerated() {
      if index > 0 && !quiet { say("") }
      let report = try run(plan)
      failures += report.failures
      limits += report.limits
    }
    // Last and together, where they are found after hours of several experiments.
    if !quiet && !limits.isEmpty { say("\n" + limits.text(width: Terminal.width ?? 100)) }
    let isMissed = strict && limits.contains { !$0.isKept }
    if failures > 0 || isMissed { throw ExitCode(1) }
  }

  private func run(_ plan: Plan) throws -> Runner.Report {
    let date = Date()
    let folder =
      try out.map { try RunFolder(at: $0) }
      ?? RunFolder(below: "Results", experiment: plan.experiment.name, at: date)
    if !quiet { say("\(plan.title)\n\(plan.countText)\n") }
    let report = try follow(plan, into: folder, at: date)
    if !quiet {
      say(report.text(repeats: plan.experiment.repeats, width: Terminal.width ?? 100))
    }
    return report
  }

  private func follow(_ plan: Plan, into folder: RunFolder, at date: Date) throws
    -> Runner.Report
  {
    var display = ProgressDisplay(
      quiet ? .failures : Terminal.showsProgress ? .bar : .lines, write: standardError)
    display.begin(plan.trials.count)
    defer { display.erase() }
    return try Runner(plan).run(
      into: folder, environment: Environment(seed: plan.experiment.seed, date: date)
    ) { display.show($0) }
  }
}

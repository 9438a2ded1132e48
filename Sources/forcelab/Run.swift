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

  @Argument(help: "Experiment files.", completion: .file(extensions: ["yaml", "yml"]))
  var files: [String]

  @Option(help: "Write results to exactly this folder.", completion: .directory)
  var out: String?

  @OptionGroup var options: ExperimentOptions

  @Flag(help: "Print nothing but errors.")
  var quiet = false

  func validate() throws {
    guard out == nil || files.count == 1 else {
      throw ValidationError(
        "--out names one folder, but there are \(files.count) experiments; run them one by one")
    }
  }

  func run() throws {
    let plans = try files.map { try Plan.load($0, options) }
    var failures = 0
    for (file, plan) in zip(files, plans) { failures += try run(plan, file) }
    if failures > 0 { throw ExitCode(1) }
  }

  private func run(_ plan: Plan, _ file: String) throws -> Int {
    let date = Date()
    do {
      let folder =
        try out.map { try RunFolder(at: $0) }
        ?? RunFolder(below: "Results", experiment: plan.experiment.name, at: date)
      say("\(plan.experiment.name): \(plan.experiment.summary)")
      say(plan.countText)
      let isTerminal = isatty(STDERR_FILENO) == 1
      var display = ProgressDisplay(isTerminal: isTerminal, write: standardError)
      let report = try Runner(plan).run(
        into: folder, environment: Environment(seed: plan.experiment.seed, date: date)
      ) { progress in
        if !quiet || progress.outcome.status != .ok { display.show(progress) }
      }
      display.erase()
      say("\n" + report.summary.table.text)
      say("Medians of \(plan.experiment.repeats) per configuration. Results: \(report.folder)")
      return report.failures
    } catch let diagnostic as Diagnostic {
      throw forcelab.report([diagnostic])
    }
  }

  private func say(_ text: String) {
    if !quiet { print(text) }
  }
}

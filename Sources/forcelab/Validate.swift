import ArgumentParser
import Reports
import Studies
import Workbench
import YAML

/// `forcelab validate`: tells everything that is wrong with experiments.
struct Validate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Check experiment files; print everything that is wrong, at once.")

  @Argument(
    help: ArgumentHelp("Experiment files.", valueName: "file"),
    completion: .file(extensions: ["yaml", "yml"]))
  var files: [String]

  func run() throws {
    var failure: ExitCode?
    for file in files {
      do {
        let plan = try Plan(path: file, catalog: .standard)
        plan.notes.forEach { standardError("\($0)\n") }
        print("\(file): ok, \(plan.countText)")
      } catch {
        failure = report(error.diagnostics)
      }
    }
    if let failure { throw failure }
  }
}

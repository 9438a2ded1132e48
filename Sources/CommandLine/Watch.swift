import ArgumentParser
import Foundation
import ForceLabStudies
import ForceLabWorkbench
import ForceLabSettings

/// `forcelab watch`: runs an experiment again whenever it changes.
struct Watch: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Run an experiment, and again whenever its file or a file it names changes.",
    discussion: """
      Mistakes are told, and the next change is waited for. Every run goes to a folder of its own \
      below Results. Ctrl-C ends it, with 130.
      """)

  @Argument(
    help: ArgumentHelp("Experiment file.", valueName: "file"),
    completion: .file(extensions: ["yaml", "yml"]))
  var file: String

  @OptionGroup var options: ExperimentOptions

  @OptionGroup var trials: TrialOptions

  func run() throws {
    let isInterrupted = Interruption.watched()
    // Mistakes of the command line are not to be waited for.
    _ = try options.overrides()
    guard FileManager.default.fileExists(atPath: file) else {
      throw Diagnostic("there is no such file; `forcelab new` writes one", at: Location(file: file))
    }
    var paths: Set = [file]
    while true {
      paths.formUnion(namedFiles())
      // Taken before the run, so that a change meanwhile is not missed.
      var files = WatchedFiles(paths)
      try runOnce()
      say("\nWaiting for a change of \(file); Ctrl-C ends.")
      Interruption.idle(true)
      while !files.haveChanged() {
        if isInterrupted() { throw ExitCode(130) }
        usleep(200_000)
      }
      Interruption.idle(false)
      say("")
    }
  }

  /// The files that the experiment names, or in which something is wrong.
  private func namedFiles() -> [String] {
    do {
      return try Plan(path: file, overrides: options.overrides(), catalog: Lab.catalog).files
    } catch {
      return error.diagnostics.compactMap { $0.location?.file }
    }
  }

  /// Runs the experiment; whatever is wrong with it is told and is no reason to end.
  private func runOnce() throws {
    do {
      var run = try Run.parse([file])
      (run.options, run.trials) = (options, trials)
      try run.run()
    } catch let invalid as InvalidExperiment {
      _ = report(invalid.diagnostics)
    } catch let diagnostic as Diagnostic {
      _ = report([diagnostic])
    } catch let code as ExitCode where code.rawValue != 130 {
      // Trials that failed, or limits that are missed, have been told.
    }
  }
}

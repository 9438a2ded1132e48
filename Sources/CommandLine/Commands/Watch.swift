import ArgumentParser
import ForceLabFiles
import ForceLabSettings
import ForceLabWorkbench
import Foundation

struct Watch: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Run an experiment again whenever its file or an input file changes.",
    usage: "forcelab watch <file> [<options>]",
    discussion: """
      Errors are printed, and the next change starts the next run. Each run has its own folder \
      below Results. Press Ctrl-C to stop; the exit code is 130.
      """)

  @Argument(help: .value("file", "Experiment file."), completion: .experiment)
  var file: String

  @OptionGroup var options: ExperimentOptions
  @OptionGroup var trials: TrialOptions
  @OptionGroup var trust: TrustOption

  func run() throws {
    let isInterrupted = Interruption.watched()
    // A wrong command line is an error at once: no change of the file can correct it.
    _ = try options.overrides()
    guard FileManager.default.fileExists(atPath: file) else {
      throw Diagnostic(
        "no such file; `\(Diagnostic.program) new` writes one", at: Location(file: file))
    }
    guard !isFolder(file) else {
      throw Diagnostic("it is a directory; use a file", at: Location(file: file))
    }
    var paths: Set = [file]
    while true {
      let named = namedFiles()
      paths = Set([file] + named.files).union(named.isComplete ? [] : paths)
      // Read before the run, so that no change during the run is missed.
      var files = WatchedFiles(paths)
      let folders = Set(paths.map(parentFolder)).sorted()
      var versions = folders.map(fileVersion)
      try runOnce()
      output("\nWaiting for changes to \(file). Press Ctrl-C to stop.")
      Interruption.setIdle(true)
      var polls = 0
      while !files.haveChanged() {
        if isInterrupted() { throw ExitCode(130) }
        usleep(200_000)
        polls += 1
        // A new file can be one of a corpus, or one that was missing, in any folder.
        let now = folders.map(fileVersion)
        let looks = named.isComplete ? now != versions : polls.isMultiple(of: 5)
        if looks, !paths.isSuperset(of: namedFiles().files) { break }
        versions = now
      }
      Interruption.setIdle(false)
      output("")
    }
  }

  /// The files of the plan or, if it fails, those that have errors.
  private func namedFiles() -> (files: [String], isComplete: Bool) {
    do {
      let plan = try Plan(path: file, overrides: options.overrides(), catalog: Lab.catalog)
      return (plan.files, true)
    } catch {
      return (error.diagnostics.compactMap { $0.location?.file }, false)
    }
  }

  /// Runs the experiment. Its errors are printed and do not end the command.
  private func runOnce() throws {
    do {
      var run = try Run.parse(["--executor", "local", "--", file])
      (run.options, run.trials, run.trust) = (options, trials, trust)
      try run.run()
    } catch let code as ExitCode where code.rawValue != 130 {
      // Failed trials and exceeded limits are already printed.
    } catch {
      guard let diagnostics = knownDiagnostics(of: error) else { throw error }
      _ = report(diagnostics)
    }
  }
}

import ArgumentParser
import ForceLabPlugins
import ForceLabStudies
import Foundation
import Synchronization
import ForceLabWorkbench
import ForceLabSettings

/// A command line over the plugins of a catalog. `forcelab` is the lab of the standard catalog.
public enum Lab {
  private static let chosen = Mutex(Catalog.standard)

  /// The plugins that experiments can name.
  static var catalog: Catalog { chosen.withLock { $0 } }

  /// Runs the command that the process was started with, over the plugins of `catalog`, and exits.
  ///
  /// Trials run in processes of the same program, which must call this before it does anything else.
  public static func main(_ catalog: Catalog = .standard) -> Never {
    chosen.withLock { $0 = catalog }
    RootCommand.main()
    _exit(0)
  }
}

/// The root of the command line. Each verb has a file of its own.
struct RootCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forcelab",
    abstract: "Experiments with force-directed graph layout, swept and measured.",
    discussion: """
      An experiment is a YAML file; a run leaves CSV files behind. Start with:

        forcelab new first-steps
        forcelab run first-steps.yaml
        forcelab list
        forcelab describe many-body

      Exit codes: 0 all well, 1 a trial or check failed, 2 the experiment or the command line is \
      wrong, 130 interrupted.
      """,
    version: "0.1.0",
    subcommands: [
      New.self, Run.self, Watch.self, PlanCommand.self, Validate.self, List.self, Describe.self,
      SchemaCommand.self, Show.self, Runs.self, ReportCommand.self, Draw.self, Plot.self,
      Compare.self, Reproduce.self, Check.self, WorkerCommandLine.self,
    ])

  /// Runs the command; a wrong command line exits with 2, like a wrong experiment.
  static func main() {
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch let code as ExitCode {
      exit(withError: code)
    } catch let invalid as InvalidExperiment {
      exit(withError: report(invalid.diagnostics))
    } catch let diagnostic as Diagnostic {
      exit(withError: report([diagnostic]))
    } catch {
      let isMistake = exitCode(for: error) == .validationFailure
      guard isMistake else { exit(withError: error) }
      standardError(fullMessage(for: error) + "\n")
      exit(withError: ExitCode(2))
    }
  }
}

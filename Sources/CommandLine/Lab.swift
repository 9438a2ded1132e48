import ArgumentParser
import ForceLabFiles
import ForceLabPlugins
import ForceLabReports
import ForceLabSettings
import ForceLabWorkbench
import Foundation
import Synchronization

/// A command line over the plugins of a catalog. `forcelab` is the lab of the standard catalog.
public enum Lab {
  private struct Contents: Sendable {
    var catalog = Catalog.standard
    var commands: [any ParsableCommand.Type] = []
    var charts: [any ChartKind] = []
  }

  private static let contents = Mutex(Contents())

  public static var catalog: Catalog { contents.withLock { $0.catalog } }
  /// With the plugins that files in the working folder describe.
  static var localCatalog: Catalog { catalog.withPlugins(beside: ".") }
  static var commands: [any ParsableCommand.Type] { contents.withLock { $0.commands } }
  static var charts: [any ChartKind] { standardCharts + contents.withLock { $0.charts } }

  static let version = "0.3.0"

  static var name: String {
    let name = CommandLine.arguments.first.map { URL(fileURLWithPath: $0).lastPathComponent }
    return name.flatMap { $0.isEmpty || $0 == "exe" ? nil : $0 } ?? "forcelab"
  }

  /// Runs the command that the process was started with, or one of `commands`, and exits.
  ///
  /// Trials run in processes of the same program. Call this before the program does anything else.
  public static func main(
    _ catalog: Catalog = .standard, commands: [any ParsableCommand.Type] = [],
    charts: [any ChartKind] = []
  ) -> Never {
    contents.withLock { $0 = Contents(catalog: catalog, commands: commands, charts: charts) }
    Diagnostic.program = name
    prepareProcess()
    RootCommand.main()
    exit(0)
  }

  private static func prepareProcess() {
    // A file that would grow beyond the limit is an error of the write, not the end of the process.
    signal(SIGXFSZ, SIG_IGN)
    // Swift would print a backtrace and go on. Whoever starts the program may have it ignore the signal.
    let handler = unsafeBitCast(signal(SIGQUIT, SIG_DFL), to: Int.self)
    if handler == unsafeBitCast(SIG_IGN, to: Int.self) { signal(SIGQUIT, SIG_IGN) }
    // Files must not get the numbers of standard streams that are closed. Writing there fails.
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) < 0 {
      _ = open("/dev/null", O_RDONLY)
    }
  }
}

struct RootCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: Lab.name,
      abstract: "Run and compare experiments with force-directed graph layout.",
      discussion: """
        An experiment is a YAML file. A run writes CSV files, charts and a report into a folder \
        below Results. To start:

          \(Lab.name) new first-steps
          \(Lab.name) run first-steps.yaml
          \(Lab.name) list
          \(Lab.name) describe many-body

        Exit codes: 0 success; 1 a trial, limit or check failed; 2 invalid experiment or command \
        line; 130 interrupted.
        """,
      version: Lab.version,
      subcommands: Lab.commands + [WorkerCommandLine.self, TaskCommand.self],
      groupedSubcommands: [
        CommandGroup(
          name: "Experiment",
          subcommands: [
            LayoutCommand.self, Measure.self, Recommend.self, New.self, Validate.self,
            PlanCommand.self, Run.self, Tune.self, Watch.self, Live.self,
          ]),
        CommandGroup(
          name: "Result",
          subcommands: [
            Runs.self, Show.self, Collect.self, Cancel.self, ReportCommand.self, Plot.self,
            Draw.self, Compare.self, Audit.self, HistoryCommand.self, Reproduce.self, Verify.self,
            Pack.self,
          ]),
        CommandGroup(
          name: "Reference",
          subcommands: [
            List.self, Describe.self, Corpus.self, SchemaCommand.self, EngineCommand.self,
            Check.self,
          ]),
      ])
  }

  /// Runs the command. An invalid command line exits with 2, like an invalid experiment.
  static func main() {
    do {
      // libdispatch traps if it cannot open files of its own.
      try OpenFiles.check(OpenFiles.needed, "\(Lab.name) needs")
      let mistakes = Lab.catalog.mistakes(beyond: .standard).map { Diagnostic($0, at: nil) }
      guard mistakes.isEmpty else { throw InvalidExperiment(mistakes) }
      var command = try parseAsRoot()
      try checkNames()
      try command.run()
      if let code = Output.finish() { exit(withError: code) }
    } catch let code as ExitCode {
      exit(withError: Output.finish() ?? code)
    } catch {
      if let diagnostics = knownDiagnostics(of: error) { exit(withError: report(diagnostics)) }
      // ArgumentParser traps if the help of an option has no room.
      setenv("COLUMNS", "\(max(40, Terminal.width ?? 80))", 1)
      guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
      if let unknown = unknownCommand { exit(withError: report([unknown])) }
      standardError(fullMessage(for: error) + "\n")
      exit(withError: ExitCode(2))
    }
  }

  /// Throws if an argument or the path of the working folder is not UTF-8. As a `String`, it would name another file.
  private static func checkNames() throws(Diagnostic) {
    let folder = getcwd(nil, 0)
    defer { free(folder) }
    let arguments = UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
    for name in [folder] + arguments.dropFirst() {
      guard let name, String(validatingCString: name) == nil else { continue }
      let bytes = UnsafeRawBufferPointer(start: name, count: strlen(name))
      let text = bytes.map {
        $0 < 0x80 ? String(Unicode.Scalar($0)) : "\\x" + hexadecimal($0, digits: 2)
      }
      let what = name == folder ? "path of the working folder" : "argument"
      throw Diagnostic(
        "the \(what) is not UTF-8: '\(text.joined())'; rename the file or folder", at: nil)
    }
  }

  /// An error if the first argument is not a command, with the closest one.
  private static var unknownCommand: Diagnostic? {
    let names = configuration.subcommands.map { $0._commandName } + ["help"]
    guard let name = CommandLine.arguments.dropFirst().first, !name.hasPrefix("-"),
      !names.contains(name)
    else { return nil }
    let advice = suggestion(for: name, among: names, else: "see '\(Lab.name) --help'")
    return Diagnostic("unknown command '\(name.excerpt)'; \(advice)", at: nil)
  }
}

import ArgumentParser
import ForceLabFiles
import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench

extension ArgumentHelp {
  static func value(_ name: String, _ text: String) -> Self { Self(text, valueName: name) }
}

extension CompletionKind { static var experiment: Self { .file(extensions: ["yaml", "yml"]) } }

/// What changes settings of an experiment.
struct SettingOptions: ParsableArguments {
  @Option(
    name: .customLong("set"),
    help: .value(
      "path=value",
      "Set a parameter, such as forces.many-body.strength=-50. Can be given several times."))
  var settings: [String] = []

  @Option(parsing: .unconditional, help: .value("number", "Use this seed for all random numbers."))
  var seed: Int?

  @Option(
    parsing: .unconditional, help: .value("count", "Compute each tick with this many threads."))
  var threads: Int?

  func overrides() throws(InvalidExperiment) -> [Override] {
    var overrides = try collect(settings) { try Override($0) }
    if let seed { overrides.append(Override("seed", seed)) }
    if let threads { overrides.append(Override("threads", threads)) }
    return overrides
  }
}

struct ExperimentOptions: ParsableArguments {
  @OptionGroup var settings: SettingOptions

  @Option(
    name: .customLong("repeat"), parsing: .unconditional,
    help: .value("count", "Run this many trials per configuration."))
  var repeats: Int?

  func overrides() throws(InvalidExperiment) -> [Override] {
    try settings.overrides() + (repeats.map { [Override("repeat", $0)] } ?? [])
  }
}

struct TrialOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: .value(
      "count", "Run this many trials in parallel. Their times then count only with --contended."))
  var jobs = 1

  @Option(
    parsing: .unconditional,
    help: .value(
      "size", "Stop a trial that uses more memory than this: 1MB or more, such as 500MB or 2GiB."))
  var memory: MemorySize?

  @Flag(help: "Stop at the first trial that fails.")
  var failFast = false

  @Flag(help: "Include the times of trials that ran in parallel.")
  var contended = false

  func validate() throws {
    guard (1...256).contains(jobs) else {
      throw ValidationError("--jobs is \(jobs), outside its range: 1 to 256")
    }
  }

  /// Options for a runner whose workers are processes of this program.
  func runnerOptions() throws -> Runner.Options {
    var options = Runner.Options()
    options.worker = .thisProgram([WorkerCommandLine.configuration.commandName ?? "worker"])
    (options.jobs, options.memory) = (jobs, memory?.bytes)
    options.stopsAtFailure = failFast
    options.isInterrupted = Interruption.watched()
    return options
  }
}

extension Executor {
  /// Throws for options that only the executor `local` has, and for more jobs of `programs` than it can start.
  func check(_ trials: TrialOptions, programs: Int = 1) throws(Diagnostic) {
    if self is LocalExecutor {
      return try OpenFiles.check(jobs: trials.jobs, programs: programs)
    }
    guard trials.jobs != 1 || trials.failFast else { return }
    throw Diagnostic("--jobs and --fail-fast are for the executor 'local'; leave them out", at: nil)
  }
}

struct TrustOption: ParsableArguments {
  @Flag(
    help:
      "Trust the programs that files beside the experiment start, until one of the files changes.")
  var trust = false

  var policy: TrustPolicy { trust ? .added : .required }
}

extension MemorySize: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}

struct FormatOption: ParsableArguments {
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  @Option(help: "Print text, or one line with a JSON object; `validate` prints one for each file.")
  var format = Format.text

  var isJSON: Bool { format == .json }
}

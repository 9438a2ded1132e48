import ArgumentParser
import ForceLabPlugins
import ForceLabWorkbench

/// `forcelab task`: runs the trials of a task on a node of a cluster, started by an executor.
struct TaskCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "task", abstract: "Run a task on a node of a cluster.", shouldDisplay: false)

  @Argument var folder: String
  @Argument var submission: Int
  @Argument var task: Int
  /// The identifier of the job that runs this task, and how often it was started again.
  @Option var attempt: String
  @Option var memory: MemorySize?

  /// Exits with 1 if trials remain, after a signal.
  func run() throws {
    var trials = try TrialOptions.parse([])
    trials.memory = memory
    let task = try TaskRun(task, of: submission, in: folder, attempt: attempt)
    let options = try trials.runnerOptions()
    // There is no terminal for Ctrl-C.
    _ = Interruption.watched(isQuiet: true)
    guard try task.run(Lab.catalog, options) > 0 else { return }
    standardError(
      "a signal ended the task, such as the one before its time limit; set 'time-per-trial' to more\n"
    )
    throw ExitCode(1)
  }
}

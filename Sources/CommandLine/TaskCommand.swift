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
  /// The job of the submission.
  @Option var job: String
  /// The identifier of the job that runs this task, and how often it was started again.
  @Option var attempt: String
  @Option var memory: MemorySize?

  /// Exits with 1 if trials remain, after a signal.
  func run() throws {
    var trials = try TrialOptions.parse([])
    trials.memory = memory
    let task = try TaskRun(task, of: submission, in: folder, job: job, attempt: attempt)
    if try task.run(Lab.catalog, trials.runnerOptions()) > 0 { throw ExitCode(1) }
  }
}

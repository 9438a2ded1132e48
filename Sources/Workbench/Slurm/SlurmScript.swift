import ForceLabSettings
import Foundation

/// The script that Slurm runs for each task of a submission, and for the merge of their results.
struct SlurmScript {
  let executor: SlurmExecutor
  let request: RunRequest
  let submission: Submission

  /// Slurm signals the end of its time limit to a task this many seconds before.
  private static let warning = 60
  /// The memory of the process that starts the trials.
  private static let ownMemory = 256 << 20

  private var folder: String { request.folder.absolutePath }

  var text: String {
    let program = Bundle.main.executablePath ?? "forcelab"
    let installed = "\(executor.program)/\(URL(fileURLWithPath: program).lastPathComponent)"
    let command = (executor.program.isEmpty ? program : installed).asArgument
    var memory = request.options.memory
    if memory == nil, let whole = executor.memory?.bytes, whole > 2 * Self.ownMemory {
      memory = whole - Self.ownMemory
    }
    let limit = memory.map { " --memory \($0)" } ?? ""
    let merging =
      (request.plan.countsContended ? " --contended" : "")
      + (request.hasReport ? "" : " --no-report")
    // `exec`, so that the signals of Slurm reach the program.
    return """
      #!/bin/bash
      \((executor.setup + [""]).joined(separator: "\n"))\
      if [ "${1:-}" = merge ]; then
        exec \(command) collect \(folder.asArgument) --quiet\(merging)
      fi
      exec \(command) task \(folder.asArgument) \(submission.number) \
      "$SLURM_ARRAY_TASK_ID" --attempt "$SLURM_JOB_ID-${SLURM_RESTART_COUNT:-0}"\(limit)

      """
  }

  /// Submits the script with `options` of `sbatch`, and returns the identifier of the new job.
  func submit(_ options: [String], _ arguments: String...) throws(SystemError) -> String {
    let text = try SlurmCommand.sbatch.output(
      ["--parsable"] + options + ["\(folder)/\(submission.scriptName)"] + arguments)
    // The name of the cluster may follow.
    let job = text.split(separator: "\n").last?.split(separator: ";").first.map(String.init) ?? ""
    guard !job.isEmpty, job.allSatisfy(\.isNumber) else {
      throw SystemError("sbatch printed no job identifier, but '\(text.excerpt)'")
    }
    return job
  }

  /// The options of `sbatch` for the tasks.
  var options: [String] {
    let limit = executor.runningLimit.map { "%\($0)" } ?? ""
    var options =
      common + [
        "--cpus-per-task=\(executor.coresPerTask)", "--requeue",
        "--array=0-\(submission.tasks.count - 1)\(limit)",
        // Slurm replaces `%a` by the index of the task.
        output("%a"),
      ]
    if executor.exclusive { options.append("--exclusive") }
    if let seconds = executor.timePerTrial ?? request.plan.experiment.timeout {
      let trials = submission.tasks.map(\.count).max() ?? 1
      let total = Int(clamping: min(3e7, seconds * Double(trials) * 1.1)) + 2 * Self.warning
      options += ["--time=\(total / 60):\(total % 60)", "--signal=B:TERM@\(Self.warning)"]
    }
    return options
  }

  func mergeOptions(after job: String) -> [String] {
    common + ["--dependency=afterany:\(job)", output("merge")]
  }

  private var common: [String] {
    let texts = [
      ("partition", executor.partition), ("account", executor.account), ("qos", executor.qos),
      ("constraint", executor.constraint),
    ]
    return ["--job-name=forcelab-\(request.plan.experiment.name)"]
      + texts.filter { !$1.isEmpty }.map { "--\($0)=\($1)" }
      + (executor.memory.map { ["--mem=\(max(1, $0.bytes >> 10))K"] } ?? [])
  }

  private func output(_ task: String) -> String {
    // Slurm replaces some letters after a percent sign.
    "--output=\(folder.replacing("%", with: "%%"))/\(Submission.part)/\(submission.number)-\(task).out"
  }
}

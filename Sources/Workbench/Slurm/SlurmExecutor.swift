import ForceLabFiles
import ForceLabPlugins
import ForceLabSettings
import Foundation

struct SlurmExecutor: ClusterExecutor {
  var partition = ""
  var account = ""
  var qos = ""
  var constraint = ""
  var timePerTrial: Double?
  var memory: MemorySize?
  var coresPerTask = 1
  var exclusive = false
  var trialsPerTask: Int?
  var arrayLimit: Int?
  var runningLimit: Int?
  var setup: [String] = []
  var program = ""

  static let manual = Manual<Self>(
    "slurm",
    "Runs trials on a cluster with Slurm, from a folder that all nodes share. All configurations of one "
      + "repeat of one graph run on one node, one after the other.",
    parameters: [
      Parameter("partition", \.partition, "Partition.", defaultDescription: "that of the cluster"),
      Parameter("account", \.account, "Account.", defaultDescription: "that of the user"),
      Parameter("qos", \.qos, "Quality of service.", defaultDescription: "that of the user"),
      Parameter(
        "constraint", \.constraint, "Features that nodes must have, such as one processor model.",
        defaultDescription: "none"),
      Parameter(
        "time-per-trial", \.timePerTrial, within: Bounds(above: 0), unit: "s",
        "Maximum time of a trial, from which the time limit of a task follows.",
        defaultDescription: "the experiment's timeout, or the limit of the partition"),
      Parameter(
        "memory", \.memory,
        "Memory of a task. If this is more than 512 MiB, a trial fails if it uses more than this minus 256 MiB. "
          + "`--memory` sets another limit.",
        defaultDescription: "that of the partition"),
      Parameter(
        "cores-per-task", \.coresPerTask, within: Bounds(1...4096), "Processor cores of a task."),
      Parameter(
        "exclusive", \.exclusive,
        "Whether a task has its node to itself; if not, times are not reliable."),
      Parameter(
        "trials-per-task", \.trialsPerTask, within: Bounds(1...10_000_000),
        "Put small blocks together until a task has this many trials.",
        defaultDescription: "one block per task, or as many as the array limit asks for"),
      Parameter(
        "array-limit", \.arrayLimit, within: Bounds(1...10_000_000),
        "Maximum number of tasks of a submission.",
        defaultDescription: "MaxArraySize of the cluster"),
      Parameter(
        "running-limit", \.runningLimit, within: Bounds(1...10_000_000),
        "Maximum number of tasks that run at the same time.", defaultDescription: "none"),
      Parameter(
        "setup", \.setup, "Lines of shell before each task, such as `module load swift`.",
        defaultDescription: "none", example: "[module load gcc]"),
      Parameter(
        "program", \.program, "Folder of the program on the nodes.",
        defaultDescription: "that of this program"),
    ], source: "Slurm Workload Manager, slurm.schedmd.com")

  var commands: [String] { setup + (program.isEmpty ? [] : ["\(program)/forcelab"]) }

  func check() throws(ParameterError) {
    for line in setup + [partition, account, qos, constraint, program] where line.contains("\n") {
      throw ParameterError("'\(line.excerpt)' has several lines; write one line each")
    }
  }

  func run(_ request: RunRequest, observe: (RunEvent) -> Void) throws -> Runner.Report? {
    guard !request.folder.absolutePath.contains("\\") else {
      throw Diagnostic(
        "Slurm cannot write into a folder with '\\' in its path; name another with --out",
        at: Location(file: request.folder.path))
    }
    if !exclusive {
      observe(
        .note(
          "note: other jobs may run beside the trials, so times are not reliable; for times, set "
            + "'exclusive: true'"))
    }
    return try withoutActuallyEscaping(observe) {
      try ClusterRun(executor: self, request: request, observe: $0).run()
    }
  }

  // MARK: The queue

  func maxTaskCount() throws(Diagnostic) -> Int {
    let size = try describing("cannot reach Slurm") { () throws(SystemError) in
      try SlurmCommand.arraySize()
    }
    return min(arrayLimit ?? .max, size > 1 ? size : 1000)
  }

  func submit(_ submission: inout Submission, _ request: RunRequest) throws(Diagnostic) {
    let script = SlurmScript(executor: self, request: request, submission: submission)
    let place = Location(file: request.folder.path)
    try request.folder.files.write(script.text.utf8, to: submission.scriptName)
    let job = try describing(
      "Slurm refused the tasks",
      advice:
        "change the settings of the executor, which `\(Diagnostic.program) describe slurm` explains, and "
        + "continue with --resume", at: place
    ) { () throws(SystemError) in try script.submit(script.options) }
    submission.job = job
    do throws(SystemError) {
      submission.merge = try script.submit(script.mergeOptions(after: job), "merge")
    } catch {
      request.warn(
        Diagnostic(
          "Slurm refused the job that merges the results: \(error); merge them by "
            + "`\(Diagnostic.program) collect` when the tasks have ended", at: place,
          severity: .warning))
    }
  }

  static var isHere: Bool { programPath(SlurmCommand.squeue.rawValue) != nil }

  static func jobs() throws(Diagnostic) -> [ClusterJob] {
    let text = try describing(
      "cannot ask Slurm for its jobs", advice: isHere ? "try again later" : ""
    ) { () throws(SystemError) in
      try SlurmCommand.squeue.output(
        ["--noheader", "--all", "--array", "--user=\(getuid())", "--format=%i %T %r"])
    }
    return text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ", maxSplits: 2)
      guard words.count >= 2 else { return nil }
      let isPending = ["PENDING", "REQUEUED", "REQUEUE_HOLD", "SPECIAL_EXIT"].contains(words[1])
      return ClusterJob(
        identifier: String(words[0]), isRunning: !isPending,
        reason: isPending && words.count > 2 ? String(words[2]) : "")
    }
  }

  static func ending(of job: String) -> String? {
    // Slurm forgets jobs that ended some minutes ago.
    let text = try? SlurmCommand.scontrol.output(["-o", "show", "job", job])
    guard let line = text?.split(separator: "\n").first else { return nil }
    let fields = SlurmCommand.fields(line)
    guard let state = fields["JobState"], state != "COMPLETED" else { return nil }
    let code = fields["ExitCode"] ?? "0:0"
    let reason =
      switch (state, code) {
      case (_, "0:53"): ", because the node could not open the run folder; does it share it?"
      case ("TIMEOUT", _): ", its time limit; set 'time-per-trial' to more"
      case ("OUT_OF_MEMORY", _): "; set 'memory' to more"
      case ("NODE_FAIL", _), ("CANCELLED", _), ("PREEMPTED", _): ""
      default: " with exit code \(code.prefix { $0 != ":" })"
      }
    return "\(state) on \(fields["NodeList"] ?? "no node")\(reason)"
  }

  static func cancel(_ jobs: [String]) throws(Diagnostic) {
    _ = try describing("cannot cancel the tasks") { () throws(SystemError) in
      try SlurmCommand.scancel.output(jobs)
    }
  }
}

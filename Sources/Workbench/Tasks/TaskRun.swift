import ForceLabFiles
import ForceLabPlugins
import ForceLabSettings
import Foundation

/// Runs the trials of one task on a node of a cluster. It needs the run folder and the program alone.
public struct TaskRun {
  private let folder: RunFolder
  private let submission: Submission
  private let task: Int
  private let attempt: String

  /// `attempt` is the identifier of the job that runs this task alone, and how often it was started.
  ///
  /// Throws a `Diagnostic` if the folder is not that of the run, or if the program or the processor
  /// cannot give the results of the run.
  public init(
    _ task: Int, of submission: Int, in path: String, attempt: String
  ) throws(Diagnostic) {
    (self.task, self.attempt) = (task, attempt)
    folder = try Result { () throws(Diagnostic) in try RunFolder(existing: path) }
      .mapError { Self.notShared(path, $0.message) }.get()
    let found = try Submission(submission, in: folder.files)
    guard let found, found.tasks.indices.contains(task) else {
      throw Self.notShared(path, "it has no task \(submission)-\(task)")
    }
    self.submission = found
    try checkMachine()
  }

  private static func notShared(_ path: String, _ reason: String) -> Diagnostic {
    Diagnostic(
      "the run is not in this folder on \(Machine.host) (\(reason)); put it on a file system that "
        + "all nodes share, with --out", at: Location(file: path))
  }

  private func checkMachine() throws(Diagnostic) {
    guard try RunOrigin.thisProgram.get() == submission.origin.program else {
      throw Diagnostic(
        "the program on \(Machine.host) is another build than the one that submitted the run; "
          + "install one build for all nodes, and name its folder by 'program' of the executor",
        at: Location(file: Bundle.main.executablePath ?? "forcelab"))
    }
    guard case .success(let environment) = try RunEnvironment.kept(in: folder.files) else { return }
    let missing = Set(environment.cpuFeatures).subtracting(Machine.cpuFeatures).sorted()
    guard environment.processor == "native", !missing.isEmpty else { return }
    throw Diagnostic(
      "the program was built for processors with \(missing.joined(separator: ", ")), which "
        + "\(Machine.host) (\(Machine.cpuModel ?? "unknown processor")) lacks; build it on such a "
        + "node, or choose nodes by 'constraint' of the executor", at: Location(file: folder.path))
  }

  /// Runs the trials that no earlier attempt has journaled, and returns how many remain. Throws a
  /// `Diagnostic` if the experiment or a file that it names has changed.
  public func run(_ catalog: Catalog, _ options: Runner.Options) throws -> Int {
    let experiment = folder.files.location(of: RunReader.experimentName)
    let plan = try Plan(path: experiment.file, catalog: catalog)
    let now = try RunOrigin(plan)
    let files = now.files(of: plan)
    // The run folder may have copies.
    let known = Set(submission.origin.files.values)
    for (path, hash) in files where !known.contains(hash) {
      throw Diagnostic(
        "the file is missing on \(Machine.host), or it has changed since the run began; restore it on "
          + "a file system that all nodes share", at: Location(file: absolutePath(path)))
    }
    let trials = submission.tasks[task]
    guard now.trials == submission.origin.trials, trials.allSatisfy({ $0 <= plan.trialCount })
    else {
      throw Diagnostic(
        "the trial list has changed; undo the change, or start over with --fresh", at: experiment)
    }
    var attempt = TaskAttempt(name: "\(submission.number)-\(task)-\(self.attempt)")
    let earlier = try earlierRecords(of: trials, plan)
    // There may be a journal of this name already, as after the cluster has lost its state.
    while try folder.files.holds(attempt.journalName) { attempt.name += "-again" }
    try Journal.begin(RunHost(), in: folder.files, attempt.journalName)
    var writer = TaskWriter(
      records: earlier, journal: try Journal(in: folder.files, of: attempt),
      isInterrupted: options.isInterrupted)
    let context = TrialContext(
      plan, results: folder, files: files, memory: options.memory, task: attempt.name)
    try TrialLoop(plan: plan, options: options, context: context)
      .run(trials.map { plan[trial: $0] }, into: &writer) { _, _ in }
    writer.journal.close()
    return trials.count { writer.records[$0] == nil }
  }

  /// The records of `trials` in earlier attempts, and those of the first trials that they may be compared with.
  private func earlierRecords(of trials: [Int], _ plan: Plan) throws -> [Int: TrialRecord] {
    var wanted = Set(trials)
    var names = try TaskAttempt.all("\(submission.number)-\(task)-", in: folder.files).map(
      \.journalName)
    let configurations = Set(trials.map { plan[trial: $0].configuration })
    if configurations.contains(where: { plan.configurations[$0 - 1].study.comparesLayouts }) {
      wanted.formUnion(configurations.map { plan.firstTrial(of: $0) })
      names.append(Journal.name)
    }
    var records: [Int: TrialRecord] = [:]
    for name in names {
      var reader = try JournalReader(name, in: folder.files)
      while let line = try reader?.next() {
        if let trial = line.trial, wanted.contains(trial) { records[trial] = line.record }
      }
    }
    return records
  }
}

/// Writes the results of one attempt of a task, which are on the disk before the next trial begins.
struct TaskWriter: ResultWriter {
  /// Those of trials that ended in earlier attempts, and now.
  var records: [Int: TrialRecord]
  let journal: Journal
  /// Whether the cluster has asked this process to end.
  let isInterrupted: @Sendable () -> Bool

  mutating func add(_ result: TrialResult) throws(Diagnostic) {
    let record = result.record
    if record.status != .ok {
      // A cluster that ends a task ends the processes of its trial, too, and maybe before this one. Such
      // a trial has not failed, and is run again.
      if record.stopReason == "crash" { sleep(1) }
      if isInterrupted() { return }
    }
    try journal.append(result)
    try journal.synchronize()
    records[record.trial] = record
  }

  mutating func writeIfDue() {}
}

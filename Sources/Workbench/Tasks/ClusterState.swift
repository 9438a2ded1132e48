import ForceLabFiles
import ForceLabPlugins
import ForceLabSettings
import Foundation

/// The tasks of a run on a cluster: those that wait, run, or have ended without all of their trials.
public struct ClusterState {
  /// A task that has ended and has trials without a result.
  public struct FailedTask: Sendable {
    public let name: String
    public let missing: Int
    public let count: Int
    /// Why, as far as the cluster and the output of the task show; empty for all but the first tasks.
    public let reason: String
  }

  private static let maxReasons = 20
  private let folder: Folder
  private let submissions:
    [(submission: Submission, tasks: [[Int]], type: any ClusterExecutor.Type)]
  private var jobs: [ClusterJob] = []
  /// Whether each trial has ended, as the journals say.
  private var hasEnded: [Bool]
  private var failures = 0
  /// Up to where each journal was read.
  private var positions: [String: Int] = [:]
  /// How many journals of attempts there are.
  private(set) var attemptCount = 0

  /// Nil if the run in the folder at `path` has no tasks on a cluster.
  public init?(_ path: String, trials count: Int, _ catalog: Catalog) throws(Diagnostic) {
    folder = try RunFolder(existing: path).files
    guard 1...Planner.maxTrials ~= count else { return nil }
    var submissions: [(Submission, [[Int]], any ClusterExecutor.Type)] = []
    for (submission, type) in try Self.submissions(in: folder, catalog) {
      let tasks = try submission.tasks(in: folder, trials: count)
      submissions.append((submission, tasks, type))
    }
    guard !submissions.isEmpty else { return nil }
    self.submissions = submissions
    hasEnded = Array(repeating: false, count: count)
    try readJournals()
  }

  private static func submissions(
    in folder: Folder, _ catalog: Catalog
  ) throws(Diagnostic) -> [(Submission, any ClusterExecutor.Type)] {
    try Submission.all(in: folder).compactMap { submission in
      let type = catalog.type(of: .executor, named: submission.executor)
      return (type as? any ClusterExecutor.Type).map { (submission, $0) }
    }
  }

  /// Cancels all jobs of the run in `folder`, whose files are to be removed, and returns when they have
  /// ended. Does nothing where there is no cluster.
  public static func end(_ run: RunFolder, _ catalog: Catalog) throws(Diagnostic) {
    for (submission, type) in try submissions(in: run.files, catalog) {
      for round in 0... {
        let active = Set(((try? type.jobs()) ?? []).filter(submission.includes).map(\.job))
        if active.isEmpty { break }
        if round == 0 { try type.cancel(active.sorted()) }
        guard round < 120 else {
          throw Diagnostic(
            "tasks of the run have not ended 60 s after they were cancelled; try again later, or name "
              + "another folder", at: Location(file: run.path))
        }
        usleep(500_000)
      }
    }
  }

  /// Reads the journals on, and asks the cluster.
  public mutating func refresh() throws(Diagnostic) {
    // Before the journals, so that a task that has ended is not missing what it wrote last.
    var jobs: [ClusterJob] = []
    for type in submissions.map(\.type).uniqued(on: { ObjectIdentifier($0) }) {
      jobs += try type.jobs()
    }
    self.jobs = jobs.filter { job in submissions.contains { $0.submission.includes(job) } }
    try readJournals()
  }

  /// Reads what was appended to the journals since the last call.
  private mutating func readJournals() throws(Diagnostic) {
    let attempts = try TaskAttempt.all(in: folder)
    // The journals of attempts are removed when all of them were merged.
    if attempts.count < attemptCount { positions = [:] }
    attemptCount = attempts.count
    if positions.isEmpty { try readOn(Journal.name) }
    for attempt in attempts { try readOn(attempt.journalName) }
  }

  private mutating func readOn(_ name: String) throws(Diagnostic) {
    var reader = try JournalReader(name, in: folder, from: positions[name] ?? 0)
    while let line = try reader?.next() {
      guard let trial = line.trial, trial <= hasEnded.count, !has(trial) else { continue }
      hasEnded[trial - 1] = true
      if !line.isGood { failures += 1 }
    }
    positions[name] = reader?.position
  }

  private func has(_ trial: Int) -> Bool { hasEnded[trial - 1] }

  /// Whether no task and no merge waits or runs.
  public var isOver: Bool { jobs.isEmpty }

  public var progress: TaskProgress {
    let done = hasEnded.count { $0 }
    var progress = TaskProgress(done: done, count: hasEnded.count, failures: failures)
    let tasks = activeTasks
    progress.running = tasks.count { $0.job.isRunning }
    progress.pending = tasks.count - progress.running
    progress.failed = failed.count
    // Also that of the job that merges the results, if it waits for more than the tasks.
    progress.reasons = jobs.map(\.reason).uniqued.filter {
      !["", "None", "Priority", "Resources", "BeginTime", "Dependency"].contains($0)
    }.sorted()
    return progress
  }

  /// The trials of tasks that wait or run.
  var activeTrials: Set<Int> {
    Set(activeTasks.flatMap { submissions[$0.submission].tasks[$0.task] })
  }

  /// The tasks that have ended and have trials without a result.
  public var failedTasks: [FailedTask] {
    failed.enumerated().map { index, failure in
      let (place, task) = failure
      let (submission, tasks, type) = submissions[place]
      let missing = tasks[task].count { !has($0) }
      let job = submission.job(of: task)
      // To ask the cluster takes time.
      let isTold = index < Self.maxReasons
      let ending = isTold ? job.flatMap { type.ending(of: $0) } : nil
      let output = isTold ? lastLine(of: submission.outputName(task)) : nil
      return FailedTask(
        name: "task \(submission.number)-\(task) (\(job.map { "job \($0)" } ?? "not submitted"))",
        missing: missing, count: tasks[task].count,
        reason: [ending, output].compactMap { $0 }.joined(separator: ": "))
    }
  }

  /// Cancels all tasks; the job that merges their results runs when they have ended.
  public func cancel() throws(Diagnostic) {
    for (submission, _, type) in submissions {
      let active = Set(jobs.map(\.job))
      let jobs = submission.jobs.filter { active.contains($0) }
      if !jobs.isEmpty { try type.cancel(jobs) }
    }
  }

  private var activeTasks: [(submission: Int, task: Int, job: ClusterJob)] {
    jobs.flatMap { job in
      submissions.indices.compactMap { place in
        let (submission, tasks, _) = submissions[place]
        guard let task = submission.task(of: job), tasks.indices.contains(task) else { return nil }
        return (place, task, job)
      }
    }
  }

  private var failed: [(submission: Int, task: Int)] {
    let active = Set(activeTasks.map { [$0.submission, $0.task] })
    let running = activeTrials
    return submissions.indices.flatMap { place in
      submissions[place].tasks.indices.filter { task in
        !active.contains([place, task])
          && submissions[place].tasks[task].contains { !has($0) && !running.contains($0) }
      }.map { (place, $0) }
    }
  }

  private func lastLine(of name: String) -> String? {
    guard let file = try? ReadFile(name, in: folder),
      let bytes = try? file.bytes(max(0, file.size - 2000)..<file.size)
    else { return nil }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").last.map(String.init)
  }
}

/// How far a run on a cluster is.
public struct TaskProgress: Sendable, Equatable {
  public var done = 0
  public var count = 0
  /// The trials that ended, but not well.
  public var failures = 0
  /// Tasks by what they do; those that ended before all of their trials are failed.
  public var running = 0
  public var pending = 0
  public var failed = 0
  /// Why tasks wait, if not for nodes that are busy.
  public var reasons: [String] = []

  /// `2 tasks running, 3 pending, 0 failed`.
  public var taskText: String {
    let reasons = reasons.isEmpty ? "" : " (\(reasons.joined(separator: ", ")))"
    return "\(counted(running, "task")) running, \(pending) pending\(reasons), \(failed) failed"
  }
}

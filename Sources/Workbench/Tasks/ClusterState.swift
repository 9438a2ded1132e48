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

  private typealias Cluster = any ClusterExecutor.Type

  private struct Task {
    let submission: Submission
    let index: Int
    /// Without those of repeats that the run no longer has.
    let trials: [Int]

    /// The identifier of its job, such as `12_3`; nil if it was not submitted.
    var job: String? { submission.job.map { "\($0)_\(index)" } }
  }

  private static let maxReasons = 20
  private let folder: Folder
  private let cluster: Cluster
  private let submissions: [Submission]
  private let tasks: [Task]
  /// The jobs of the run that wait or run, by their identifiers.
  private var jobs: [String: ClusterJob] = [:]
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
    submissions = try Submission.all(in: folder)
    guard let cluster = Self.cluster(of: submissions, catalog) else { return nil }
    self.cluster = cluster
    tasks = submissions.flatMap { submission in
      submission.tasks.enumerated().map { index, trials in
        Task(submission: submission, index: index, trials: trials.filter { $0 <= count })
      }
    }
    hasEnded = Array(repeating: false, count: count)
    try readJournals()
  }

  /// The cluster of `submissions`, which is one for all; nil without submissions.
  private static func cluster(of submissions: [Submission], _ catalog: Catalog) -> Cluster? {
    submissions.first.flatMap { catalog.type(of: .executor, named: $0.executor) as? Cluster }
  }

  private static func jobs(
    of submissions: [Submission], on cluster: Cluster
  ) throws(Diagnostic) -> [ClusterJob] {
    try cluster.jobs().filter { job in submissions.contains { $0.includes(job) } }
  }

  /// Cancels all jobs of the run, and returns when they have ended. Does nothing where there is no cluster.
  public static func end(_ run: RunFolder, _ catalog: Catalog) throws(Diagnostic) {
    let submissions = try Submission.all(in: run.files)
    guard let cluster = cluster(of: submissions, catalog), cluster.isHere else { return }
    for round in 0... {
      let active = Set(try jobs(of: submissions, on: cluster).map(\.array))
      if active.isEmpty { return }
      if round == 0 { try cluster.cancel(active.sorted()) }
      guard round < 120 else {
        throw Diagnostic(
          "tasks of the run have not ended 60 s after they were cancelled; try again later, or name "
            + "another folder", at: Location(file: run.path))
      }
      usleep(500_000)
    }
  }

  /// Whether tasks of the run wait or run. False where there is no cluster, as for a copy of the folder.
  static func isActive(_ run: RunFolder, _ catalog: Catalog) throws(Diagnostic) -> Bool {
    let submissions = try Submission.all(in: run.files)
    guard let cluster = cluster(of: submissions, catalog), cluster.isHere else { return false }
    let arrays = submissions.compactMap(\.job)
    return try jobs(of: submissions, on: cluster).contains { arrays.contains($0.array) }
  }

  /// Reads the journals on, and asks the cluster.
  public mutating func refresh() throws(Diagnostic) {
    // Before the journals, so that a task that has ended is not missing what it wrote last.
    let found = try Self.jobs(of: submissions, on: cluster)
    jobs = Dictionary(firstOf: found.map { ($0.identifier, $0) })
    try readJournals()
  }

  /// Reads what was appended to the journals since the last call.
  private mutating func readJournals() throws(Diagnostic) {
    let attempts = try TaskAttempt.all(in: folder).map(\.journalName)
    // The journals of attempts are removed when all of them were merged.
    if attempts.count < attemptCount { positions = [:] }
    attemptCount = attempts.count
    for name in (positions.isEmpty ? [Journal.name] : []) + attempts {
      var reader = try JournalReader(name, in: folder, from: positions[name] ?? 0)
      while let line = try reader?.next() {
        guard let trial = line.trial, trial <= hasEnded.count, !hasEnded[trial - 1] else {
          continue
        }
        hasEnded[trial - 1] = true
        if !line.isGood { failures += 1 }
      }
      positions[name] = reader?.position
    }
  }

  /// Whether no task and no merge waits or runs.
  public var isOver: Bool { jobs.isEmpty }

  public var progress: TaskProgress {
    let active = tasks.compactMap(activeJob)
    let running = active.count(where: \.isRunning)
    // Also that of the job that merges the results, if it waits for more than the tasks.
    let reasons = Set(jobs.values.map(\.reason)).subtracting(
      ["", "None", "Priority", "Resources", "BeginTime", "Dependency"])
    return TaskProgress(
      done: hasEnded.count { $0 }, count: hasEnded.count, failures: failures, running: running,
      pending: active.count - running, failed: failed.count, reasons: reasons.sorted())
  }

  /// The tasks that wait or run.
  private var activeTasks: [Task] { tasks.filter { activeJob($0) != nil } }

  /// Whether one of them has trials of repeats that the run no longer has.
  var hasActiveTrialsBeyondRun: Bool {
    activeTasks.contains { $0.trials.count < $0.submission.tasks[$0.index].count }
  }

  /// The trials of tasks that wait or run.
  var activeTrials: Set<Int> { Set(activeTasks.flatMap(\.trials)) }

  /// The tasks that have ended and have trials without a result.
  public var failedTasks: [FailedTask] {
    failed.enumerated().map { index, task in
      // To ask the cluster takes time.
      let isExplained = index < Self.maxReasons
      let ending = isExplained ? task.job.flatMap { cluster.ending(of: $0) } : nil
      let output = isExplained ? lastLine(of: task.submission.outputName(task.index)) : nil
      let job = task.job.map { "job \($0)" } ?? "not submitted"
      return FailedTask(
        name: "task \(task.submission.number)-\(task.index) (\(job))",
        missing: task.trials.count { !hasEnded[$0 - 1] }, count: task.trials.count,
        reason: [ending, output].compactMap { $0 }.joined(separator: ": "))
    }
  }

  /// Cancels all tasks; the job that merges their results runs when they have ended.
  public func cancel() throws(Diagnostic) {
    // Not the job that merges.
    let active = Set(jobs.values.map(\.array)).intersection(submissions.compactMap(\.job))
    if !active.isEmpty { try cluster.cancel(active.sorted()) }
  }

  /// The job that runs `task`, or will; nil if the task has ended.
  private func activeJob(_ task: Task) -> ClusterJob? { task.job.flatMap { jobs[$0] } }

  /// Without those whose missing trials were submitted again.
  private var failed: [Task] {
    var submitted = activeTrials
    let failed = tasks.reversed().filter { task in
      defer { submitted.formUnion(task.trials) }
      return activeJob(task) == nil
        && task.trials.contains { !hasEnded[$0 - 1] && !submitted.contains($0) }
    }
    return failed.reversed()
  }

  private func lastLine(of name: String) -> String? {
    guard let file = try? ReadFile(name, in: folder),
      let bytes = try? file.bytes(max(0, file.size - 2000)..<file.size)
    else { return nil }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").last.map(String.init)
  }
}

extension [ClusterState.FailedTask] {
  /// Lines about tasks that failed, and what to do about them.
  public func lines() -> [String] {
    guard !isEmpty else { return [] }
    let shown = 5
    return prefix(shown).map { task in
      "\(task.name) ended with \(task.missing) of \(counted(task.count, "trial")) missing"
        + (task.reason.isEmpty ? "" : ": \(task.reason)")
    } + (count > shown ? ["… and \(counted(count - shown, "more task")) like that"] : [])
      + ["`\(Diagnostic.program) run --resume` with the same options submits what is missing."]
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

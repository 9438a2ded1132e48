import ForceLabPlugins
import ForceLabSettings
import Foundation

/// A run whose trials a cluster executes: it writes the folder, submits tasks, and waits if asked to.
struct ClusterRun<Executor: ClusterExecutor> {
  let executor: Executor
  let request: RunRequest
  let observe: (RunEvent) -> Void

  private var plan: Plan { request.plan }
  private var folder: RunFolder { request.folder }

  func run() throws -> Runner.Report? {
    let maxTasks = try executor.maxTaskCount()
    let origin = try RunOrigin(plan)
    var wanted = try begin(origin)
    guard var size = try size(maxTasks) else {
      guard let pilot = try pilot(wanted, origin) else { return nil }
      wanted.subtract(pilot)
      return try submitAll(wanted, origin, size(maxTasks) ?? .tasks(maxTasks), maxTasks)
    }
    if case .tasks = size { size = .tasks(maxTasks) }
    return try submitAll(wanted, origin, size, maxTasks)
  }

  private func submitAll(
    _ wanted: Set<Int>, _ origin: RunOrigin, _ size: TrialBlocks.TaskSize, _ maxTasks: Int
  ) throws -> Runner.Report? {
    let tasks = TrialBlocks(plan).tasks(size) { wanted.contains($0) }
    guard tasks.count <= maxTasks else {
      throw Diagnostic(
        "\(counted(tasks.count, "task")) are more than the \(maxTasks) that the cluster accepts at once; "
          + "set 'trials-per-task' to \((wanted.count - 1) / maxTasks + 1) or more, or leave it out",
        at: Location(file: folder.path))
    }
    if tasks.isEmpty {
      observe(.note("Every missing trial is queued."))
    } else {
      let submission = try submit(tasks, origin, hasMerge: true)
      observe(
        .note(
          "Submitted \(counted(wanted.count, "trial")) in \(counted(tasks.count, "task")): "
            + submission.jobText + "."))
    }
    folder.unlock()
    guard request.waits else {
      observe(
        .note(
          "Results: \(folder.path). `forcelab show` tells the state, `forcelab collect` merges what is "
            + "there, `forcelab cancel` ends the tasks."))
      return nil
    }
    return try wait()
  }

  /// Writes the folder, or merges what it has. Returns the trials that are to be submitted.
  private func begin(_ origin: RunOrigin) throws -> Set<Int> {
    let all = Set(1...plan.trialCount)
    let isRun = try folder.files.holds(Journal.name)
    if request.isResumed, isRun, try folder.files.holds(RunReader.experimentName) {
      try origin.check(
        against: Journal.origin(in: folder.files), of: plan, in: folder, request.changesMatter)
      var state = try ClusterState(folder.path, trials: plan.trialCount, [Executor.self])
      try state?.refresh()
      _ = try collect()
      var missing = all.subtracting(state?.activeTrials ?? [])
      var reader = try JournalReader(in: folder.files)
      while let line = try reader?.next() { line.trial.map { _ = missing.remove($0) } }
      return missing
    }
    if isRun { try folder.clear() }
    var writer = try RunWriter.begin(
      plan, in: folder, environment: request.environment,
      countsContended: request.options.countsContended)
    try writer.finish()
    return all
  }

  /// How many trials a task has; nil if that is not known before a block was measured.
  private func size(_ maxTasks: Int) throws -> TrialBlocks.TaskSize? {
    if let trials = executor.trialsPerTask { return .trials(trials) }
    guard let minutes = executor.taskMinutes else { return .tasks(maxTasks) }
    return try secondsPerTrial().map { .trials(max(1, Int(min(1e9, minutes * 60 / $0)))) }
  }

  /// The mean time of the first trials that ended; nil if none has.
  private func secondsPerTrial() throws -> Double? {
    var (reader, total, count) = (try JournalReader(in: folder.files), 0.0, 0)
    while count < 1000, let line = try reader?.next() {
      guard let record = line.record, let steps = record.stepSeconds else { continue }
      total += steps + (record.overhead ?? 0)
      count += 1
    }
    return count == 0 ? nil : max(1e-6, total / Double(count))
  }

  /// Runs the first block and waits for it. Returns its trials; nil if interrupted.
  private func pilot(_ wanted: Set<Int>, _ origin: RunOrigin) throws -> Set<Int>? {
    let blocks = TrialBlocks(plan).tasks(.tasks(.max)) { wanted.contains($0) }
    guard let first = blocks.first else { return [] }
    let submission = try submit([first], origin, hasMerge: false)
    observe(
      .note(
        "Measuring the first \(counted(first.count, "trial")), \(submission.jobText), to fill tasks "
          + "of \(executor.taskMinutes ?? 0) min."))
    guard try isOver() else { return nil }
    _ = try collect()
    return Set(first)
  }

  private func submit(
    _ tasks: [[Int]], _ origin: RunOrigin, hasMerge: Bool
  ) throws -> Submission {
    var submission = try Submission(tasks, by: executor.name, origin, in: folder)
    do throws(Diagnostic) {
      try executor.submit(
        &submission, request, longest: tasks.map(\.count).max() ?? 1, hasMerge: hasMerge)
      try submission.write(in: folder)
      return submission
    } catch {
      // Tasks that were accepted run on.
      try submission.jobs.isEmpty ? submission.remove(from: folder) : submission.write(in: folder)
      throw error
    }
  }

  private func collect() throws -> Runner.Report {
    try Collector(plan, folder, countsContended: request.options.countsContended).collect()
  }

  /// Waits until all tasks have ended, and merges their results. Nil if interrupted.
  private func wait() throws -> Runner.Report? {
    guard try isOver() else { return nil }
    let folder = try Collector.open(folder.path)
    let failed = try ClusterState(folder.path, trials: plan.trialCount, [Executor.self])?
      .failedTasks
    let report = try Collector(
      plan, folder, countsContended: request.options.countsContended
    ).collect()
    folder.unlock()
    for line in (failed ?? []).lines() where report.remaining > 0 {
      observe(.note(line))
    }
    return report
  }

  /// Reports the progress until no task waits or runs; false if interrupted. After an interrupt, a second
  /// one within 5 s cancels the tasks.
  private func isOver() throws -> Bool {
    guard var state = try ClusterState(folder.path, trials: plan.trialCount, [Executor.self]) else {
      return true
    }
    var refusals = 0
    while request.interruptions() == 0 {
      do {
        try state.refresh()
        refusals = 0
        observe(.tasks(state.progress))
        if state.isOver { return true }
      } catch {
        refusals += 1
        // The controller of a cluster may be restarted.
        if refusals > 60 { throw error }
      }
      // Each journal is opened, which shared file systems do not like often.
      pause(seconds: 1 + min(60, state.attemptCount / 200)) { request.interruptions() > 0 }
    }
    observe(
      .note(
        "Stopped waiting; the tasks run on. Press Ctrl-C again within 5 s to cancel them, or use "
          + "`forcelab cancel \(folder.path)` later."))
    pause(seconds: 5) { request.interruptions() > 1 }
    if request.interruptions() > 1 {
      try state.cancel()
      observe(.note("Cancelled the tasks."))
    }
    return false
  }

  private func pause(seconds: Int, until isOver: () -> Bool) {
    for _ in 0..<seconds * 20 where !isOver() { usleep(50_000) }
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
      + ["`forcelab run --resume` with the same options submits what is missing."]
  }
}

extension Submission {
  /// `job 12`, `jobs 12 to 15`.
  var jobText: String {
    let merge = merge.map { ", merged by job \($0)" } ?? ""
    guard let first = jobs.first, let last = jobs.last else { return "no job" }
    return (jobs.count == 1 ? "job \(first)" : "jobs \(first) to \(last)") + merge
  }
}

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
  private var countsContended: Bool { request.options.countsContended }

  func run() throws -> Runner.Report? {
    try plan.checkPrograms()
    let maxTasks = try executor.maxTaskCount()
    let origin = try RunOrigin(plan)
    var wanted = try begin(origin)
    var size = executor.trialsPerTask
    if size == nil, let minutes = executor.taskMinutes {
      if try secondsPerTrial() == nil, !(try runPilot(&wanted, origin)) { return nil }
      size = try secondsPerTrial().map { max(1, Int(clamping: min(1e9, minutes * 60 / $0))) }
    }
    let tasks = plan.tasks(of: size, atMost: maxTasks) { wanted.contains($0) }
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
    if request.waits { return try wait() }
    observe(
      .note(
        "Results: \(folder.path). `forcelab show` tells the state, `forcelab collect` merges what is "
          + "there, `forcelab cancel` ends the tasks."))
    return nil
  }

  /// Writes the folder, or merges what it has. Returns the trials that are to be submitted.
  private func begin(_ origin: RunOrigin) throws -> Set<Int> {
    let all = Set(1...plan.trialCount)
    let isRun = try folder.files.holds(Journal.name)
    if request.isResumed, isRun, try folder.files.holds(RunReader.experimentName) {
      try origin.check(
        against: Journal.origin(in: folder.files), of: plan, in: folder, request.changesMatter)
      let active = try state()?.activeTrials ?? []
      _ = try folder.collect(plan, countsContended: countsContended)
      let ended = try JournalReader.trials(in: folder.files)
      return all.subtracting(active).subtracting(ended)
    }
    if isRun { try folder.clear() }
    var writer = try RunWriter.begin(
      plan, in: folder, environment: request.environment, countsContended: countsContended)
    try writer.finish()
    return all
  }

  /// What the tasks do; nil if there are none.
  private func state() throws -> ClusterState? {
    var state = try ClusterState(folder.path, trials: plan.trialCount, [Executor.self])
    try state?.refresh()
    return state
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

  /// Runs the first block, waits for it, and removes its trials from `wanted`; false if interrupted.
  private func runPilot(_ wanted: inout Set<Int>, _ origin: RunOrigin) throws -> Bool {
    let blocks = plan.tasks(of: 1, atMost: 1) { wanted.contains($0) }
    guard let trials = blocks.first else { return true }
    let submission = try submit([trials], origin, hasMerge: false)
    observe(
      .note(
        "Measuring the first \(counted(trials.count, "trial")), \(submission.jobText), to fill tasks "
          + "of \(executor.taskMinutes ?? 0) min."))
    guard try isOver() else { return false }
    _ = try folder.collect(plan, countsContended: countsContended)
    wanted.subtract(trials)
    return true
  }

  private func submit(
    _ tasks: [[Int]], _ origin: RunOrigin, hasMerge: Bool
  ) throws -> Submission {
    var submission = try Submission(tasks, by: executor.name, origin, in: folder.files)
    do throws(Diagnostic) {
      try executor.submit(
        &submission, request, longest: tasks.map(\.count).max() ?? 1, hasMerge: hasMerge)
      try submission.write(in: folder.files)
      return submission
    } catch {
      // Tasks that were accepted run on.
      try submission.jobs.isEmpty
        ? submission.remove(from: folder.files) : submission.write(in: folder.files)
      throw error
    }
  }

  /// Waits until all tasks have ended, and merges their results. Nil if interrupted.
  private func wait() throws -> Runner.Report? {
    guard try isOver() else { return nil }
    let folder = try RunFolder(collecting: folder.path)
    let failed = try ClusterState(folder.path, trials: plan.trialCount, [Executor.self])?
      .failedTasks
    let report = try folder.collect(plan, countsContended: countsContended)
    folder.unlock()
    for line in (failed ?? []).lines() where report.remaining > 0 { observe(.note(line)) }
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
      pause(seconds: 1 + min(60, state.attemptCount / 200), interruptions: 1)
    }
    observe(
      .note(
        "Stopped waiting; the tasks run on. Press Ctrl-C again within 5 s to cancel them, or use "
          + "`forcelab cancel \(folder.path)` later."))
    pause(seconds: 5, interruptions: 2)
    if request.interruptions() > 1 {
      try state.cancel()
      observe(.note("Cancelled the tasks."))
    }
    return false
  }

  /// Waits for `seconds`, or until there are `interruptions`.
  private func pause(seconds: Int, interruptions: Int) {
    for _ in 0..<seconds * 20 where request.interruptions() < interruptions { usleep(50_000) }
  }
}

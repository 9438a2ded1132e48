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

  private func state() throws -> ClusterState? {
    try ClusterState(folder.path, trials: plan.trialCount, [Executor.self])
  }

  func run() throws -> Runner.Report? {
    try plan.checkPrograms()
    let maxTasks = try executor.maxTaskCount()
    let origin = try RunOrigin(plan)
    let (wanted, report) = try begin(origin)
    if let report, report.remaining == 0 { return report }
    let tasks = plan.tasks(of: executor.trialsPerTask, atMost: maxTasks) { wanted.contains($0) }
    guard tasks.count <= maxTasks else {
      let fitting = plan.tasks(of: nil, atMost: maxTasks) { wanted.contains($0) }
      throw Diagnostic(
        "\(counted(tasks.count, "task")) are more than the \(maxTasks) that the cluster accepts at once; "
          + "set 'trials-per-task' to \(fitting.map(\.count).max() ?? 1) or more, or leave it out",
        at: Location(file: folder.path))
    }
    if tasks.isEmpty {
      observe(.note("Every missing trial is queued."))
    } else {
      let submission = try submit(tasks, origin)
      observe(
        .note(
          "Submitted \(counted(wanted.count, "trial")) in \(counted(tasks.count, "task")): "
            + submission.jobText + "."))
    }
    folder.unlock()
    if request.waits { return try wait() }
    observe(
      .note(
        "Results: \(folder.path). `\(Diagnostic.program) show` tells the state, `\(Diagnostic.program) collect` "
          + "merges what is there, `\(Diagnostic.program) cancel` ends the tasks."))
    return nil
  }

  /// Writes the folder, or merges what it has. Returns the trials to be submitted, and the report of the merge.
  private func begin(_ origin: RunOrigin) throws -> (wanted: Set<Int>, report: Runner.Report?) {
    let all = Set(1...plan.trialCount)
    let journal = try folder.files.holds(Journal.name) ? RunManifest(of: folder.files) : nil
    // Killed before it submitted its first tasks, the run may not have written its experiment.
    if request.isResumed, let journal, try !journal.isEmpty || folder.hasTasks() {
      try origin.check(against: journal, of: plan, in: folder, request.changesMatter)
      var state = try state()
      try state?.refresh()
      guard state?.hasActiveTrialsBeyondRun != true else {
        throw Diagnostic(
          "tasks of repeats that the experiment no longer has wait or run on the cluster; end them with "
            + "`\(Diagnostic.program) cancel \(folder.path.asArgument)`, or keep these repeats",
          at: Location(file: folder.path))
      }
      let active = state?.activeTrials ?? []
      try RunWriter.writeExperiment(of: plan, in: folder)
      let report = try folder.collect(plan)
      let ended = try JournalReader.trials(in: folder.files)
      return (all.subtracting(active).subtracting(ended), report)
    }
    if journal != nil { try folder.clear() }
    var writer = try RunWriter.begin(plan, in: folder, environment: request.environment)
    try writer.finish()
    return (all, nil)
  }

  private func submit(_ tasks: [[Int]], _ origin: RunOrigin) throws -> Submission {
    var submission = try Submission(tasks, by: executor.name, origin, in: folder.files)
    do throws(Diagnostic) {
      try executor.submit(&submission, request)
    } catch {
      try submission.remove(from: folder.files)
      throw error
    }
    try submission.write(in: folder.files)
    return submission
  }

  /// Waits until all tasks have ended, and merges their results. Nil if interrupted.
  private func wait() throws -> Runner.Report? {
    guard try isOver() else { return nil }
    let folder = try RunFolder(collecting: folder.path)
    let failed = try state()?.failedTasks
    let report = try folder.collect(plan)
    folder.unlock()
    report.damageLine.map { observe(.note($0)) }
    for line in (failed ?? []).lines() where report.remaining > 0 { observe(.note(line)) }
    return report
  }

  /// Reports the progress until all tasks have ended; false if interrupted. A second interrupt within 5 s cancels them.
  private func isOver() throws -> Bool {
    guard var state = try state() else { return true }
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
          + "`\(Diagnostic.program) cancel \(folder.path.asArgument)` later."))
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

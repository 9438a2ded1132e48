import ForceLabFiles
import ForceLabSettings
import Foundation

/// Merges the results of tasks into the files of their run, as a run on this machine would have written them.
extension RunFolder {
  /// The folder of the run at `path`, locked as soon as the process that has it lets it go. Throws a
  /// `Diagnostic` if it holds no run, or if that process takes longer than half a minute.
  public init(collecting path: String) throws(Diagnostic) {
    guard try RunFolder(existing: path).isRun else {
      throw Diagnostic(
        "the folder holds no run; name the folder of a run", at: Location(file: path))
    }
    for _ in 0..<60 {
      do throws(Diagnostic) {
        self = try RunFolder(resuming: path)
        return
      } catch {
        // That it is locked is the only error of the folder itself.
        if error.location?.file != path { throw error }
      }
      usleep(500_000)
    }
    try self.init(resuming: path)
  }

  /// Whether it has files of tasks, whose results may not be merged yet.
  func hasTasks() throws(Diagnostic) -> Bool {
    try files.names(in: Submission.part).contains { $0.first?.isNumber == true }
  }

  /// Merges what is there, before the rest runs on this machine. Throws a `Diagnostic` if tasks may wait or run.
  func collectEnded(_ plan: Plan) throws(Diagnostic) {
    guard try !ClusterState.isActive(self, .executors) else {
      throw Diagnostic(
        "tasks of the run wait or run on the cluster; resume it with the same --executor, or end them with "
          + "`\(Diagnostic.program) cancel \(path.asArgument)`", at: Location(file: path))
    }
    _ = try collect(plan)
  }

  /// Merges what is there, and removes the files of the tasks if no trial is missing. Throws if it is no run of `plan`.
  public func collect(_ plan: Plan) throws(Diagnostic) -> Runner.Report {
    guard try Journal.origin(in: files).trials == RunOrigin(plan).trials else {
      throw Diagnostic(
        "the results cannot be merged: the trial list has changed, or another version of the program began the "
          + "run; restore the folder from a copy, or start over with --fresh",
        at: files.location(of: Journal.name))
    }
    var (hosts, names, submissions): (Set<RunHost>, Set<String>, Set<Int>) = ([], [], [])
    var (merged, failures, damaged): (Int, Int, [Int]) = (0, 0, [])
    let merger = RunMerger(plan: plan, folder: files)
    let tables = try merger.merge(leaveOut: { damaged.append($0) }) { record, origin in
      merged += 1
      if record.status != .ok { failures += 1 }
      names.insert(record.host)
      guard let origin else { return }
      hosts.insert(origin.host)
      submissions.insert(origin.submission)
    }
    if !hosts.isEmpty, case .success(var environment) = try RunEnvironment.kept(in: files) {
      let submitted = try Submission.all(in: files).filter { submissions.contains($0.number) }
      environment.add(hosts, jobs: Set(submitted.compactMap(\.job)), names: names)
      try files.write(environment.atEnd().prettyJSON.utf8, to: RunEnvironment.fileName)
    }
    try RunTables.recordFiles(in: files)
    if merged == plan.trialCount {
      // A shared file system keeps files that a process has open, such as what this job prints.
      try? removePart(Submission.part)
      try? removeDrafts()
    }
    return Runner.Report(
      tables: tables, folder: path, trials: plan.trialCount, failures: failures,
      remaining: plan.trialCount - merged, isInterrupted: false, damaged: damaged)
  }
}

import ForceLabFiles
import ForceLabSettings
import Foundation

/// Merges the results of tasks into the files of their run, as a run on this machine would have written
/// them.
public struct Collector {
  private let plan: Plan
  private let folder: RunFolder
  private let countsContended: Bool

  /// The folder of the run at `path`, locked as soon as the process that has it lets it go. Throws a
  /// `Diagnostic` if it holds no run, or if that process takes longer than half a minute.
  public static func open(_ path: String) throws(Diagnostic) -> RunFolder {
    guard try RunFolder(existing: path).isRun else {
      throw Diagnostic(
        "the folder holds no run; name the folder of a run", at: Location(file: path))
    }
    for _ in 0..<60 {
      if let folder = try? RunFolder(resuming: path) { return folder }
      usleep(500_000)
    }
    return try RunFolder(resuming: path)
  }

  /// Throws a `Diagnostic` if the folder, which is locked while this exists, holds no run that can be
  /// merged.
  public init(_ plan: Plan, _ folder: RunFolder, countsContended: Bool = false) throws(Diagnostic) {
    (self.plan, self.folder, self.countsContended) = (plan, folder, countsContended)
    guard try Journal.origin(in: folder.files).trials == RunOrigin(plan).trials else {
      throw Diagnostic(
        "the results cannot be merged: the trial list has changed; restore the folder from a copy, or "
          + "start over with --fresh", at: folder.location(of: Journal.name))
    }
  }

  /// Merges what is there. Removes the files of the tasks if no trial is missing.
  public func collect() throws(Diagnostic) -> Runner.Report {
    var (hosts, jobs): (Set<RunHost>, Set<String>) = ([], [])
    var (merged, failures) = (0, 0)
    let tables = try RunMerger(plan: plan, folder: folder, countsContended: countsContended)
      .merge { record, start in
        merged += 1
        if record.status != .ok { failures += 1 }
        guard let start else { return }
        hosts.insert(start.host)
        jobs.insert(start.job)
      }
    if case .success(var environment) = try RunEnvironment.kept(in: folder.files) {
      environment.add(hosts, jobs: jobs)
      try folder.write(environment.atEnd().runJSON, to: RunEnvironment.fileName)
    }
    try RunTables.recordFiles(in: folder)
    if merged == plan.trialCount {
      // A shared file system keeps files that a process has open, such as what this job prints.
      for part in [Submission.part, RunFolder.unfinished] { try? folder.removePart(part) }
    }
    return Runner.Report(
      folder, tables, trials: plan.trialCount, failures: failures,
      remaining: plan.trialCount - merged, isInterrupted: false)
  }
}

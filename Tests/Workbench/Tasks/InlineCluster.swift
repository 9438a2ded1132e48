import ForceLabPlugins
import ForceLabSettings
import Foundation
import Synchronization

@testable import ForceLabWorkbench

/// A cluster whose tasks run at once in this process, or fail.
struct InlineCluster: ClusterExecutor {
  var trialsPerTask: Int? = 4
  var most = 1000
  /// The tasks that a node loses before they begin.
  var lost: Set<Int> = []
  /// The number of trials that an attempt of a task ends before it is killed.
  var patience = Int.max
  /// How often each task runs, as if Slurm had lost sight of it.
  var attempts = 1

  init() {}

  static let manual = Manual<Self>("inline", "Runs tasks at once.")
  private static let lastJob = Atomic(0)

  func run(_ request: RunRequest, observe: (RunEvent) -> Void) throws -> Runner.Report? {
    try withoutActuallyEscaping(observe) {
      try ClusterRun(executor: self, request: request, observe: $0).run()
    }
  }

  func maxTaskCount() -> Int { most }

  func submit(_ submission: inout Submission, _ request: RunRequest) throws(Diagnostic) {
    let job = Self.lastJob.add(1, ordering: .relaxed).newValue
    submission.job = "\(job)"
    for task in submission.tasks.indices where !lost.contains(task) {
      for attempt in 0..<attempts {
        let name = "\(job)-\(attempt)"
        let journal = TaskAttempt(name: "\(submission.number)-\(task)-\(name)").journalName
        var options = Runner.Options()
        options.isInterrupted = { [patience, path = request.folder.path] in
          let lines = try? String(contentsOfFile: "\(path)/\(journal)", encoding: .utf8).split(
            separator: "\n")
          return (lines?.count ?? 0) > patience
        }
        do {
          let run = try TaskRun(
            task, of: submission.number, in: request.folder.path, attempt: name)
          _ = try run.run(.workshop, options)
        } catch {
          throw error as? Diagnostic ?? Diagnostic("\(error)", at: nil)
        }
      }
    }
  }

  static let isHere = true
  static func jobs() -> [ClusterJob] { [] }
  static func ending(of job: String) -> String? { "NODE_FAIL on n2" }
  static func cancel(_ jobs: [String]) {}
}

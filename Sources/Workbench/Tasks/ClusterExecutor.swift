import ForceLabSettings

/// An executor that hands tasks to the queue of a cluster.
package protocol ClusterExecutor: Executor {
  /// How many trials a task has, if blocks are put together; nil for one block.
  var trialsPerTask: Int? { get }
  /// The maximum number of tasks of a submission. Throws if there is no cluster.
  func maxTaskCount() throws(Diagnostic) -> Int
  /// Submits the tasks of `submission`, and a job that merges their results. Adds the jobs to `submission`.
  /// Throws if the cluster refuses the tasks.
  func submit(_ submission: inout Submission, _ request: RunRequest) throws(Diagnostic)
  /// Whether this machine can ask the cluster.
  static var isHere: Bool { get }
  /// The jobs of the user that wait or run.
  static func jobs() throws(Diagnostic) -> [ClusterJob]
  /// Why the task ended that `job` ran, such as `NODE_FAIL`; nil if the cluster does not know.
  static func ending(of job: String) -> String?
  static func cancel(_ jobs: [String]) throws(Diagnostic)
}

/// A job that waits or runs, or a task of an array.
package struct ClusterJob: Sendable {
  /// Such as `12`, or `12_3` for a task of an array.
  let identifier: String
  let isRunning: Bool
  /// Why it waits; empty if it runs.
  let reason: String

  /// The identifier of the array, or that of the job if it is none.
  var array: String { String(identifier.prefix { $0 != "_" }) }
}

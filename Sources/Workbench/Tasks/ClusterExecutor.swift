import ForceLabSettings

/// An executor that hands tasks to the queue of a cluster.
package protocol ClusterExecutor: Executor {
  /// How many trials a task has, if blocks are put together; nil for one block.
  var trialsPerTask: Int? { get }
  /// How many minutes a task takes, if blocks are put together; a pilot block is measured first.
  var taskMinutes: Double? { get }
  /// The maximum number of tasks of a submission. Throws if there is no cluster.
  func maxTaskCount() throws(Diagnostic) -> Int
  /// Submits the tasks of `submission`, and a job that merges their results if it `hasMerge`. Adds
  /// the jobs to `submission`. Throws if the cluster refuses the tasks, or some of them.
  func submit(
    _ submission: inout Submission, _ request: RunRequest, longest trials: Int, hasMerge: Bool
  ) throws(Diagnostic)
  /// The jobs of the user that wait or run.
  static func jobs() throws(Diagnostic) -> [ClusterJob]
  /// Why the task ended that `job` ran, such as `NODE_FAIL`; nil if the cluster does not know.
  static func ending(of job: String) -> String?
  static func cancel(_ jobs: [String]) throws(Diagnostic)
}

/// A job that waits or runs, or a task of an array.
package struct ClusterJob: Sendable, Equatable {
  let job: String
  /// The index in the array; nil if the job is none.
  let task: Int?
  let isRunning: Bool
  /// Why it waits; empty if it runs.
  let reason: String
}

extension Submission {
  /// The identifier of the job that runs the task `index`, such as `12_3`; nil if it was not submitted.
  func job(of index: Int) -> String? {
    if isArray { return jobs.first.map { "\($0)_\(index)" } }
    return jobs.indices.contains(index) ? jobs[index] : nil
  }

  /// Whether `job` runs one of the tasks, or merges their results.
  func includes(_ job: ClusterJob) -> Bool { jobs.contains(job.job) || merge == job.job }

  /// The index of the task that `job` runs; nil if it runs none of this submission.
  func task(of job: ClusterJob) -> Int? {
    guard let place = jobs.firstIndex(of: job.job) else { return nil }
    return job.task ?? place
  }
}

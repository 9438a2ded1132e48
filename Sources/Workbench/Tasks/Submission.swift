import ForceLabFiles
import ForceLabSettings

/// Tasks of a run that were handed to a cluster together, and the jobs that run them. Its files are in
/// the folder `tasks` of the run, whose readers they outlive until all trials are merged.
package struct Submission: Codable, Sendable {
  /// From 1; `--resume` makes the next.
  package let number: Int
  /// The name of the executor.
  package let executor: String
  /// That of the run when the tasks were submitted.
  let origin: RunOrigin
  /// The numbers of the trials of each task.
  package let tasks: [[Int]]
  /// The identifier of the job array that runs the tasks; nil until it is submitted.
  package internal(set) var job: String?
  /// The job that merges the results; nil if there is none.
  package internal(set) var merge: String?

  static let part = "tasks"
  private static let maxNumbers = 1_000_000

  private static func name(_ number: Int) -> String { "\(part)/\(number).json" }
  var scriptName: String { "\(Self.part)/\(number).sh" }
  /// What the task printed.
  func outputName(_ task: Int) -> String { "\(Self.part)/\(number)-\(task).out" }

  /// A new submission of `tasks`, which it writes into the folder.
  init(
    _ tasks: [[Int]], by executor: String, _ origin: RunOrigin, in folder: Folder
  ) throws(Diagnostic) {
    // Also beyond those that are damaged, whose tasks may still write.
    let numbers = try folder.names(in: Self.part).compactMap { Int($0.prefix { $0.isNumber }) }
    number = (numbers.filter { $0 < Self.maxNumbers }.max() ?? 0) + 1
    (self.executor, self.origin, self.tasks) = (executor, origin, tasks)
    try write(in: folder)
  }

  /// The submission `number`; nil if it is missing, damaged or of another version.
  init?(_ number: Int, in folder: Folder) throws(Diagnostic) {
    guard 1...Self.maxNumbers ~= number, let data = try folder.bytes(of: Self.name(number)),
      let found = Self(runJSON: data), found.number == number,
      found.tasks.joined().allSatisfy({ 1...Planner.maxTrials ~= $0 })
    else { return nil }
    self = found
  }

  func write(in folder: Folder) throws(Diagnostic) {
    try folder.write(prettyJSON.utf8, to: Self.name(number))
  }

  /// Removes a submission that was refused.
  func remove(from folder: Folder) throws(Diagnostic) {
    for name in [Self.name(number), scriptName] { try folder.remove(name) }
  }

  /// The submissions of the run in `folder`, the first one first.
  package static func all(in folder: Folder) throws(Diagnostic) -> [Submission] {
    let numbers = try folder.names(in: part).filter { $0.hasSuffix(".json") }.compactMap {
      Int($0.dropLast(5))
    }
    return try numbers.sorted().map { (number) throws(Diagnostic) in
      try Self(number, in: folder)
    }.compactMap { $0 }
  }

  /// Whether `other` runs one of the tasks, or merges their results.
  func includes(_ other: ClusterJob) -> Bool { [job, merge].contains(other.array) }

  var jobText: String { "job \(job ?? "")" + (merge.map { ", merged by job \($0)" } ?? "") }
}

/// One attempt to run a task, with a journal of its own: if the task runs again, the earlier attempt may still write.
struct TaskAttempt {
  /// The numbers of the submission and the task, the job, and how often it was started again, such as `1-0-4711-0`.
  var name: String

  var submission: Int { Int(name.prefix { $0 != "-" }) ?? 0 }
  var journalName: String { "\(Submission.part)/\(name).jsonl" }
  var samplesName: String { "\(Submission.part)/\(name).csv" }

  /// The attempts of all tasks, or of those whose names begin with `beginning`.
  static func all(_ beginning: String = "", in folder: Folder) throws(Diagnostic) -> [TaskAttempt] {
    try folder.names(in: Submission.part).filter {
      $0.hasPrefix(beginning) && $0.wholeMatch(of: /[0-9]+-[0-9]+-.+\.jsonl/) != nil
    }.map { TaskAttempt(name: String($0.dropLast(6))) }
  }
}

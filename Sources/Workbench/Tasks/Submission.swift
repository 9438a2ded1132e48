import ForceLabFiles
import ForceLabSettings
import Foundation

/// Tasks of a run that were handed to a cluster together, and the jobs that run them. Its files are in
/// the folder `tasks` of the run, whose readers they outlive until all trials are merged.
package struct Submission: Codable, Sendable {
  /// From 1; `--resume` makes the next.
  package let number: Int
  /// The name of the executor.
  package let executor: String
  package let taskCount: Int
  /// That of the run when the tasks were submitted, with absolute paths.
  let origin: RunOrigin
  /// The identifiers of the jobs that run the tasks, in their order; one for all if they are an array.
  package internal(set) var jobs: [String] = []
  package internal(set) var isArray = false
  /// The job that merges the results; nil if there is none.
  package internal(set) var merge: String?

  static let part = "tasks"
  private static let maxNumbers = 1_000_000

  private static func name(_ number: Int) -> String { "\(part)/\(number).json" }
  /// The file with the trials of each task, one task per line.
  private var listName: String { "\(Self.part)/\(number).trials" }
  var scriptName: String { "\(Self.part)/\(number).sh" }
  /// What the task printed.
  func outputName(_ task: Int) -> String { "\(Self.part)/\(number)-\(task).out" }

  /// A new submission of `tasks`, whose trials it writes into the folder.
  init(
    _ tasks: [[Int]], by executor: String, _ origin: RunOrigin, in folder: Folder
  ) throws(Diagnostic) {
    // Also beyond those that are damaged, whose tasks may still write.
    let numbers = try folder.names(in: Self.part).compactMap { Int($0.prefix { $0.isNumber }) }
    number = (numbers.filter { $0 < Self.maxNumbers }.max() ?? 0) + 1
    (self.executor, taskCount, self.origin) = (executor, tasks.count, origin.absolute)
    let lines = tasks.map { $0.map(String.init).joined(separator: " ") + "\n" }
    try folder.write(lines.joined().utf8, to: listName)
    try write(in: folder)
  }

  /// The submission `number`; nil if the folder has none, or one of another version of the program.
  init?(_ number: Int, in folder: Folder) throws(Diagnostic) {
    guard 1...Self.maxNumbers ~= number, let data = try folder.bytes(of: Self.name(number)),
      let found = Self(runJSON: data), found.number == number
    else { return nil }
    self = found
  }

  func write(in folder: Folder) throws(Diagnostic) {
    try folder.write(runJSON.utf8, to: Self.name(number))
  }

  /// Removes a submission that was refused.
  func remove(from folder: Folder) throws(Diagnostic) {
    for name in [Self.name(number), listName, scriptName] { try folder.remove(name) }
  }

  /// The submissions of the run in `folder`, the first one first.
  package static func all(in folder: Folder) throws(Diagnostic) -> [Submission] {
    let numbers = try folder.names(in: part).filter { $0.hasSuffix(".json") }.compactMap {
      Int($0.dropLast(5))
    }
    var all: [Submission] = []
    for number in numbers.sorted() { try Self(number, in: folder).map { all.append($0) } }
    return all
  }

  /// The trials of each task, of `count` in all. Throws if the file is missing or damaged.
  func tasks(in folder: Folder, trials count: Int) throws(Diagnostic) -> [[Int]] {
    var tasks: [[Int]] = []
    var remaining = count
    for line in try folder.text(of: listName).split(separator: "\n") {
      let words = line.split(separator: " ")
      let trials = words.compactMap { Int($0) }.filter { 1...count ~= $0 }
      guard trials.count == words.count, trials.count <= remaining else {
        throw Diagnostic(
          "line \(tasks.count + 1) is damaged; start over with --fresh",
          at: folder.location(of: listName))
      }
      tasks.append(trials)
      remaining -= trials.count
    }
    return tasks
  }

  /// The identifier of the job that runs the task `index`, such as `12_3`; nil if it was not submitted.
  func job(of index: Int) -> String? {
    if isArray { return jobs.first.map { "\($0)_\(index)" } }
    return jobs.indices.contains(index) ? jobs[index] : nil
  }

  /// Whether `job` runs one of the tasks, or merges their results.
  func includes(_ job: ClusterJob) -> Bool { jobs.contains(job.array) || merge == job.array }

  /// `job 12`, `jobs 12 to 15`.
  var jobText: String {
    let merge = merge.map { ", merged by job \($0)" } ?? ""
    guard let first = jobs.first, let last = jobs.last else { return "no job" }
    return (jobs.count == 1 ? "job \(first)" : "jobs \(first) to \(last)") + merge
  }
}

/// One attempt to run a task, which has a journal of its own: when the cluster runs a task again, the
/// earlier attempt may still write.
struct TaskAttempt {
  /// The numbers of the submission and the task, the job, and how often it was started again, such as
  /// `1-0-4711-0`.
  let name: String

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

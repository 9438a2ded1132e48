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

  /// The file with the trials of each task, one task per line.
  private var listName: String { "\(Self.part)/\(number).trials" }
  var scriptName: String { "\(Self.part)/\(number).sh" }
  private static func name(_ number: Int) -> String { "\(part)/\(number).json" }

  /// What the task printed.
  func outputName(_ task: Int) -> String { "\(Self.part)/\(number)-\(task).out" }

  /// A new submission of `tasks`, whose trials it writes into the folder.
  init(
    _ tasks: [[Int]], by executor: String, _ origin: RunOrigin, in folder: RunFolder
  ) throws(Diagnostic) {
    // Also beyond those that are damaged, whose tasks may still write.
    let numbers = try folder.files.names(in: Self.part).compactMap {
      Int($0.prefix { $0.isNumber })
    }
    number = (numbers.filter { $0 < Self.maxNumbers }.max() ?? 0) + 1
    (self.executor, taskCount, self.origin) = (executor, tasks.count, origin.absolute)
    let lines = tasks.map { $0.map(String.init).joined(separator: " ") + "\n" }
    try folder.write(lines.joined(), to: listName)
    try write(in: folder)
  }

  /// The submission `number`; nil if the folder has none, or one of another version of the program.
  init?(_ number: Int, in folder: Folder) throws(Diagnostic) {
    guard 1...Self.maxNumbers ~= number, let data = try folder.bytes(of: Self.name(number)),
      let found = Self(runJSON: data), found.number == number
    else { return nil }
    self = found
  }

  func write(in folder: RunFolder) throws(Diagnostic) {
    try folder.write(runJSON, to: Self.name(number))
  }

  /// Removes a submission that was refused.
  func remove(from folder: RunFolder) throws(Diagnostic) {
    for name in [Self.name(number), listName, scriptName] { try folder.remove(name) }
  }

  /// The submissions of the run in `folder`, the first one first.
  package static func all(in folder: Folder) throws(Diagnostic) -> [Submission] {
    var all: [Submission] = []
    for name in try folder.names(in: part) where name.hasSuffix(".json") {
      if let number = Int(name.dropLast(5)), let found = try Self(number, in: folder) {
        all.append(found)
      }
    }
    return all.sorted { $0.number < $1.number }
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
}

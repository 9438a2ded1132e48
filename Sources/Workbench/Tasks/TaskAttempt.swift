import ForceLabFiles
import ForceLabSettings
import Foundation

/// One attempt to run a task, which has a journal of its own: when the cluster runs a task again, the
/// earlier attempt may still write.
struct TaskAttempt {
  let submission: Int
  let task: Int
  /// The job and how often it was started again, such as `4711-0`.
  let job: String

  var name: String { "\(submission)-\(task)-\(job)" }
  var journalName: String { "\(Submission.part)/\(name).jsonl" }
  var samplesName: String { "\(Submission.part)/\(name).csv" }

  /// This attempt, or one with another name if there is a journal of its name already, as after the cluster
  /// has lost its state.
  func unused(in folder: Folder) throws(Diagnostic) -> TaskAttempt {
    guard try folder.holds(journalName) else { return self }
    return try TaskAttempt(submission: submission, task: task, job: job + "-again")
      .unused(in: folder)
  }

  static func all(in folder: Folder) throws(Diagnostic) -> [TaskAttempt] {
    try folder.names(in: Submission.part).compactMap { name in
      let parts = name.dropLast(6).split(separator: "-", maxSplits: 2)
      guard name.hasSuffix(".jsonl"), parts.count == 3, let submission = Int(parts[0]),
        let task = Int(parts[1])
      else { return nil }
      return TaskAttempt(submission: submission, task: task, job: String(parts[2]))
    }
  }
}

/// The first line of the journal of an attempt.
struct AttemptStart: Codable {
  let host: RunHost
  /// The identifier of the job of the submission.
  let job: String
}

/// A machine that ran trials.
public struct RunHost: Codable, Hashable, Sendable {
  public var name: String
  public var cpu: String
  public var cpuFeatures: [String]
  public var cores: Int
  public var memoryBytes: UInt64
  public var kernel: String

  /// The machine that this process runs on.
  init() {
    let process = ProcessInfo.processInfo
    name = Machine.host
    (cpu, cpuFeatures) = (Machine.cpuModel ?? "unknown", Machine.cpuFeatures)
    (cores, memoryBytes) = (process.activeProcessorCount, process.physicalMemory)
    kernel = Machine.kernel
  }
}

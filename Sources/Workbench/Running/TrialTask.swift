import ForceLabPlugins
import ForceLabSettings
import Foundation

struct TrialContext: Codable, Sendable {
  let study: String
  let folder: String
  let results: String
  /// The content hashes of the files that the experiment names, by path.
  let files: [String: String]
  /// The columns of `samples.csv` after the trial's number.
  let sampleColumns: [String]
  /// The time limit of a trial in seconds, if any.
  let timeout: Double?
  /// The memory limit of the process of a trial in bytes, if any.
  let memory: Int?
  /// The name of the task that runs the trials; empty if the run does.
  let task: String

  /// The context of trials of `plan` that write into `folder`; `files` are those of its origin.
  init(
    _ plan: Plan, results folder: RunFolder, files: [String: String], memory: Int?,
    task: String = ""
  ) {
    study = plan.configurations[0].study.name
    self.folder = plan.folder
    results = folder.path
    self.files = files
    sampleColumns = plan.sampleColumns.map(\.name)
    // Limited, because clocks would overflow.
    timeout = plan.experiment.timeout.map { min($0, 1e10) }
    (self.memory, self.task) = (memory, task)
  }
}

enum WorkerMessage: Codable {
  /// Raised with each change of what runner and worker send each other, which may be of different builds.
  static let version = 1

  /// What all trials share. It is the first message.
  case context(TrialContext)
  /// The parameters of the study of a configuration, sent before its first trial.
  case configuration(Int, SettingsNode)
  case trial(Trial)

  /// A line: JSON, or six numbers for a trial, for which JSON would take a tenth of a millisecond.
  var line: Data {
    guard case .trial(let trial) = self else { return json() + [10] }
    let numbers = [
      trial.number, trial.configuration, trial.repetition, Int(trial.seed), trial.isWarmUp ? 1 : 0,
      trial.firstTrial ?? 0,
    ]
    return Data((numbers.map(String.init).joined(separator: " ") + "\n").utf8)
  }

  /// The message of `line`, without its end; nil if it is malformed.
  init?(_ line: [UInt8]) {
    if line.first == UInt8(ascii: "{") {
      self.init(json: Data(line))
      return
    }
    let numbers = String(decoding: line, as: UTF8.self).split(separator: " ").compactMap { Int($0) }
    guard numbers.count == 6, numbers.allSatisfy({ $0 >= 0 }) else { return nil }
    self = .trial(
      Trial(
        number: numbers[0], configuration: numbers[1], repetition: numbers[2],
        seed: UInt64(numbers[3]), isWarmUp: numbers[4] == 1,
        firstTrial: numbers[5] > 0 ? numbers[5] : nil))
  }
}

/// What a worker reports other than results.
enum WorkerNotice: Codable {
  /// A file that could not be written or read, and the reason.
  case failure(file: String, reason: String)
  /// The trial used more memory than it may, in bytes.
  case usedMemory(Int)
  /// The processes that the worker has started and that have not ended.
  case started([pid_t])
}

/// A line, and after the line of a result its samples.
enum WorkerReply {
  case result(TrialResult)
  case notice(WorkerNotice)

  private static let result = "result "

  var bytes: Data {
    switch self {
    case .result(let result):
      Data("\(Self.result)\(result.samples.utf8.count) ".utf8) + result.json + Data("\n".utf8)
        + Data(result.samples.utf8)
    case .notice(let notice): notice.json() + Data("\n".utf8)
    }
  }

  /// The number of bytes of samples that follow `line`.
  static func samplesSize(after line: [UInt8]) -> Int {
    guard line.starts(with: result.utf8) else { return 0 }
    let digits = line.dropFirst(result.utf8.count).prefix { $0 != UInt8(ascii: " ") }
    return max(0, Int(String(decoding: digits, as: UTF8.self)) ?? 0)
  }

  /// The reply of `line`, without its end, and the samples after it; nil if it is malformed.
  init?(_ line: [UInt8], samples: [UInt8]) {
    let json = Data(line.drop { $0 != UInt8(ascii: "{") })
    if line.starts(with: Self.result.utf8) {
      let text = String(decoding: samples, as: UTF8.self)
      guard let result = TrialResult(json: json, samples: text) else { return nil }
      self = .result(result)
    } else {
      guard let notice = WorkerNotice(json: json) else { return nil }
      self = .notice(notice)
    }
  }
}

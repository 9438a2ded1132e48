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

struct TrialTask: Codable, Sendable {
  let trial: Trial
  /// The trial with whose layout this one is compared, if any.
  let firstTrial: Int?
}

enum WorkerMessage: Codable {
  /// What all trials share. It is the first message.
  case context(TrialContext)
  /// The parameters of the study of a configuration, sent before its first trial.
  case configuration(Int, SettingsNode)
  case trial(TrialTask)

  /// The line of the message, with its end.
  var line: Data {
    get throws { try JSONEncoder().encode(self) + [UInt8(ascii: "\n")] }
  }
}

/// A line, and after the line of a result its samples.
enum WorkerReply {
  case result(TrialResult)
  /// A file that could not be written or read, and the reason.
  case failure(file: String, reason: String)
  /// The trial used more memory than it may, in bytes.
  case usedMemory(Int)
  /// The processes that the worker has started and that have not ended.
  case started([pid_t])

  /// The bytes of the reply; nil if a value of the record cannot be encoded.
  var bytes: Data? {
    var line: Data
    switch self {
    case .result(let result):
      line = Data("result \(result.samples.utf8.count) ".utf8) + result.json
    case .failure(let file, let reason):
      guard let words = try? JSONEncoder().encode([file, reason]) else { return nil }
      line = Data("failure ".utf8) + words
    case .usedMemory(let bytes): line = Data("used-memory \(bytes)".utf8)
    case .started(let processes):
      line = Data("started \(processes.map(String.init).joined(separator: ","))".utf8)
    }
    line.append(UInt8(ascii: "\n"))
    if case .result(let result) = self { line += result.samples.utf8 }
    return line
  }

  /// The number of bytes of samples that follow `line`.
  static func samplesSize(after line: [UInt8]) -> Int {
    let words = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
    guard words.count == 3, words[0].elementsEqual("result".utf8) else { return 0 }
    return max(0, Int(String(decoding: words[1], as: UTF8.self)) ?? 0)
  }

  /// The reply of `line`, without its end, and the samples after it; nil if it is malformed.
  init?(_ line: [UInt8], samples: [UInt8]) {
    let words = line.split(
      separator: UInt8(ascii: " "), maxSplits: 1, omittingEmptySubsequences: false)
    guard words.count == 2 else { return nil }
    let decoder = JSONDecoder()
    switch String(decoding: words[0], as: UTF8.self) {
    case "result":
      let json = Data(words[1].drop { $0 != UInt8(ascii: "{") })
      let text = String(decoding: samples, as: UTF8.self)
      guard let result = TrialResult(json: json, samples: text) else { return nil }
      self = .result(result)
    case "failure":
      guard let words = try? decoder.decode([String].self, from: Data(words[1])), words.count == 2
      else { return nil }
      self = .failure(file: words[0], reason: words[1])
    case "used-memory":
      guard let bytes = Int(String(decoding: words[1], as: UTF8.self)) else { return nil }
      self = .usedMemory(bytes)
    case "started":
      let text = String(decoding: words[1], as: UTF8.self)
      self = .started(text.split(separator: ",").compactMap { pid_t($0) })
    default: return nil
    }
  }
}

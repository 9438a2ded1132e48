import ForceLabPlugins
import Foundation

struct TrialContext: Codable, Sendable {
  let study: String
  let folder: String
  let results: String
  /// The columns of `samples.csv` after the trial's number.
  let sampleColumns: [String]
  /// The time limit of a trial in seconds, if any.
  let timeout: Double?
  /// The memory limit of the process of a trial in bytes, if any.
  let memory: Int?
}

struct TrialTask: Sendable {
  let trial: Trial
  /// The trial with whose layout this one is compared, if any.
  let firstTrial: Int?
}

enum WorkerMessage {
  /// What all trials share. It is the first message.
  case context(TrialContext)
  /// The experiment file as YAML in one line, sent before the configuration's first trial.
  case configuration(Int, document: String)
  case trial(TrialTask)

  /// The line of the message, with its end.
  var line: String {
    switch self {
    case .context(let context):
      let json = (try? JSONEncoder().encode(context)) ?? Data()
      return "context \(String(decoding: json, as: UTF8.self))\n"
    case .configuration(let number, let document): return "configuration \(number) \(document)\n"
    case .trial(let task):
      let trial = task.trial
      return "trial \(trial.number) \(trial.configuration) \(trial.repetition) \(trial.seed) "
        + "\(trial.isWarmUp ? 1 : 0) \(task.firstTrial ?? 0)\n"
    }
  }

  /// The message of `line`, without its end; nil if it is malformed.
  init?(_ line: [UInt8]) {
    let text = String(decoding: line, as: UTF8.self)
    let words = text.split(separator: " ", maxSplits: 1)
    guard words.count == 2 else { return nil }
    switch words[0] {
    case "context":
      let json = Data(words[1].utf8)
      guard let context = try? JSONDecoder().decode(TrialContext.self, from: json) else {
        return nil
      }
      self = .context(context)
    case "configuration":
      let parts = words[1].split(separator: " ", maxSplits: 1)
      guard parts.count == 2, let number = Int(parts[0]) else { return nil }
      self = .configuration(number, document: String(parts[1]))
    case "trial":
      let numbers = words[1].split(separator: " ").compactMap { UInt64($0) }
      guard numbers.count == 6 else { return nil }
      let trial = Trial(
        number: Int(numbers[0]), configuration: Int(numbers[1]), repetition: Int(numbers[2]),
        seed: numbers[3], isWarmUp: numbers[4] == 1)
      self = .trial(TrialTask(trial: trial, firstTrial: numbers[5] > 0 ? Int(numbers[5]) : nil))
    default: return nil
    }
  }
}

struct TrialResult: Codable {
  var record: TrialRecord
  /// The samples, unless they are in a file of their own.
  var samples = ""
}

struct WorkerReply: Codable {
  var result: TrialResult?
  /// The path of a file that could not be written or read, and the reason.
  var failure: [String]?
  /// The memory used in bytes, if it exceeded the limit.
  var usedMemory: Int?
}

import Foundation

/// The results of a trial as the journal keeps them.
public struct TrialRecord: Decodable, Sendable {
  /// The number of the trial.
  public let trial: Int
  public private(set) var status: Outcome.Status
  /// What ended it, such as the name of a stop rule.
  public private(set) var stopReason: String
  /// The values of the study's columns and of the times; a column without a value is missing.
  public private(set) var values: [String: Field]
  /// A message for people, such as why it failed.
  public private(set) var message: String
  /// Whether another trial ran beside it, which makes its times unreliable.
  public internal(set) var isContended = false
  /// The machine that ran it; nil in a run of an older version.
  let host: String?
  /// The files that the trial wrote.
  let files: [String: FileStamp]
  /// The size and the hash of its rows of `samples.csv`.
  let sampleBytes: Int
  let sampleHash: String
  /// Its lines of `events.csv`; nil if there are none.
  let events: String?

  init(_ trial: Int, _ outcome: Outcome, files: [String: FileStamp], samples: FileStamp) {
    self.trial = trial
    status = outcome.status
    stopReason = outcome.stopReason
    var values = outcome.values
    for (column, field) in zip(StepTimes.columns, outcome.stepNanoseconds.fields) {
      values[column.name] = field
    }
    self.values = values.filter { $1 != .none }
    message = outcome.message
    host = Machine.host
    self.files = files
    (sampleBytes, sampleHash) = (samples.size, samples.hash)
    events =
      outcome.events.isEmpty
      ? nil : outcome.events.map { csvLine([.integer(trial)] + $0) }.joined()
  }

  /// The result of a trial whose process ended before the trial did.
  init(_ trial: Int, _ status: Outcome.Status, because reason: String, _ message: String) {
    self.init(trial, Outcome(status, message), files: [:], samples: FileStamp(Data()))
    stopReason = reason
  }

  var samples: FileStamp { FileStamp(size: sampleBytes, hash: sampleHash) }

  /// Whether a run can have written it.
  var isPossible: Bool { trial > 0 && (0..<1 << 50).contains(sampleBytes) }

  var hasLayout: Bool { files[LayoutFile.name(trial)] != nil }

  /// Sets `overhead_seconds`, the part of `time` that the steps did not take.
  mutating func addOverhead(_ time: Duration) {
    guard let steps = values["wall_seconds"]?.number else { return }
    values["overhead_seconds"] = .number(max(0, time / .seconds(1) - steps))
  }

  mutating func fail(because reason: String, _ message: String) {
    (status, stopReason, self.message) = (.failed, reason, message)
  }
}

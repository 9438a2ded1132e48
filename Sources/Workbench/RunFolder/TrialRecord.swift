/// What came of a trial, as its row of `trials.csv` and the journal tell it.
public struct TrialRecord: Codable, Sendable {
  /// The trial's number.
  public let trial: Int
  /// How it ended.
  public private(set) var status: Outcome.Status
  /// What ended it, such as the name of a stop rule.
  public private(set) var stopReason: String
  /// The values of the study's columns and of the times; a column without a value is missing.
  public let values: [String: Field]
  /// What a person should know, such as why it failed.
  public private(set) var message: String
  /// Whether another trial ran beside it, which spoils its times.
  public internal(set) var isContended = false
  /// The files that it left, and how many bytes each has.
  let files: [String: Int]
  /// How many bytes of `samples.csv` are its own.
  let sampleBytes: Int

  /// What a trial that was run to its end tells.
  init(_ task: TrialTask, _ outcome: Outcome, files: [String: Int], sampleBytes: Int) {
    trial = task.trial
    status = outcome.status
    stopReason = outcome.stopReason
    let times = Dictionary(
      uniqueKeysWithValues: zip(StepTimes.columns.map(\.name), outcome.stepNanoseconds.fields))
    values = outcome.values.merging(times) { $1 }.filter { $1 != .none }
    message = outcome.message
    self.files = files
    self.sampleBytes = sampleBytes
  }

  /// What is left to tell of a trial whose process ended before it did.
  init(_ trial: Int, _ status: Outcome.Status, because reason: String, _ message: String) {
    self.trial = trial
    self.status = status
    stopReason = reason
    values = [:]
    self.message = message
    files = [:]
    sampleBytes = 0
  }

  /// Whether it left its layout.
  var hasLayout: Bool { files[LayoutFile.name(trial)] != nil }

  /// Says that it failed after all, and why.
  mutating func fail(because reason: String, _ message: String) {
    (status, stopReason, self.message) = (.failed, reason, message)
  }
}

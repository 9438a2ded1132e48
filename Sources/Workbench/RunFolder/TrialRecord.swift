import ForceLabSettings
import Foundation

/// The results of a trial as the journal keeps them.
public struct TrialRecord: Decodable, Sendable {
  public let trial: Int
  public fileprivate(set) var status: Outcome.Status
  /// What ended it, such as the name of a stop rule.
  public fileprivate(set) var stopReason: String
  /// The values of the study's columns and of the times; a column without a value is missing.
  private var values: [String: Field]
  /// A message for people, such as why it failed.
  public fileprivate(set) var message: String
  private(set) var host: String
  private(set) var files: [String: FileStamp]
  /// The size and the hash of its rows of `samples.csv`.
  let sampleBytes: Int
  let sampleHash: String
  /// Its lines of `events.csv`; nil if there are none.
  private(set) var events: String?
  /// The seconds besides the steps; nil without steps. The run sets it and `contended`, the worker all else.
  private(set) var overhead: Double?
  private var contended: Bool?

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

  /// The value in a column of `trials.csv`.
  public subscript(column: String) -> Field {
    column == StepTimes.overhead.name ? Field(overhead) : values[column] ?? .none
  }

  var samples: FileStamp { FileStamp(size: sampleBytes, hash: sampleHash) }

  /// Whether a run can have written it.
  var isPossible: Bool { trial > 0 && (0..<1 << 50).contains(sampleBytes) }

  var hasLayout: Bool { files[LayoutFile.name(trial)] != nil }

  /// Whether another trial ran beside it, which makes its times unreliable.
  public var ranConcurrently: Bool {
    get { contended ?? false }
    set { contended = newValue ? true : nil }
  }

  /// Sets the overhead, the part of `time` that the steps did not take.
  mutating func setOverhead(_ time: Duration) {
    overhead = self[StepTimes.total.name].number.map { max(0, time / .seconds(1) - $0) }
  }

  /// The same with texts replaced, on the machine `host`, and with other `files`.
  func replacing(
    host: String, files: [String: FileStamp], _ replaced: (String) -> String
  ) -> TrialRecord {
    var record = self
    (record.host, record.files) = (host, files)
    (record.stopReason, record.message) = (replaced(stopReason), replaced(message))
    record.events = events.map(replaced)
    for case (let column, .text(let text)) in values {
      record.values[column] = .text(replaced(text))
    }
    return record
  }

  /// What its worker knows as a line of JSON with a fixed order of keys, several times as fast as by `JSONEncoder`.
  var json: String {
    var fields = [
      ("trial", "\(trial)"), ("status", status.rawValue.jsonText),
      ("stopReason", stopReason.jsonText), ("values", values.mapValues(\.code).jsonText),
      ("message", message.jsonText), ("host", host.jsonText),
      ("files", files.mapValues(\.rawValue).jsonText), ("sampleBytes", "\(sampleBytes)"),
      ("sampleHash", sampleHash.jsonText),
    ]
    if let events { fields.append(("events", events.jsonText)) }
    return "{" + fields.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
  }
}

/// The results of a trial as they come from its worker.
struct TrialResult {
  var record: TrialRecord
  /// The samples, unless they are in a file of their own.
  let samples: String
  /// The record as its worker encoded it.
  let json: Data

  init(record: TrialRecord, samples: String = "") {
    (self.record, self.samples) = (record, samples)
    json = Data(record.json.utf8)
  }

  /// The result of a trial whose process ended before the trial did.
  init(_ trial: Int, _ status: Outcome.Status, because reason: String, _ message: String) {
    let outcome = Outcome(status, message, because: reason)
    self.init(record: TrialRecord(trial, outcome, files: [:], samples: FileStamp(Data())))
  }

  /// Nil if `json` is no record.
  init?(json: Data, samples: String) {
    guard let record = TrialRecord(json: json) else { return nil }
    (self.record, self.json, self.samples) = (record, json, samples)
  }

  mutating func fail(because reason: String, _ message: String) {
    (record.status, record.stopReason, record.message) = (.failed, reason, message)
    self = TrialResult(record: record, samples: samples)
  }

  /// The line of the journal, with its end.
  var line: Data {
    // The run adds what its worker does not know.
    let addition =
      (record.overhead.map { ",\"overhead\":\($0)" } ?? "")
      + (record.ranConcurrently ? ",\"contended\":true" : "")
    return JournalLine.text(of: json.dropLast() + Data((addition + "}").utf8))
  }
}

extension [String: String] {
  /// A JSON object, sorted by its keys.
  fileprivate var jsonText: String {
    let members = sorted { $0.key < $1.key }.map { "\($0.jsonText):\($1.jsonText)" }
    return "{" + members.joined(separator: ",") + "}"
  }
}

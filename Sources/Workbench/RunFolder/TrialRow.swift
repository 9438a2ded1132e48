import ForceLabPlugins
import ForceLabSettings

/// A row of `trials.csv`: a trial that has been run.
public struct TrialRow: Sendable {
  public let number: Int
  public let configuration: Int
  public let repetition: Int
  public let seed: String
  public let settings: [String]
  public let status: String
  /// Why it ended, such as the name of a stop rule; empty if unknown.
  public let stopReason: String
  public let isWarmUp: Bool
  /// Whether another trial ran at the same time, so that its times are too long.
  public let ranConcurrently: Bool
  /// The machine that ran it; empty if that is unknown.
  public let host: String
  public let message: String
  let row: CSVTable.Row
  /// The number in each column of numbers, by the index of its field; nil if it is empty or not finite.
  let numbers: [Double?]

  public var isGood: Bool { status == Outcome.Status.ok.rawValue }
  public var line: Int { row.line }

  /// The repeat and the seed, which two trials with the same start share.
  public var start: Start { Start(repetition: repetition, seed: seed) }

  public struct Start: Hashable, Sendable {
    package let repetition: Int
    let seed: String
  }
}

/// The columns of a `trials.csv`: some that all runs have, the swept paths, and those of the study.
struct TrialColumns {
  let paths: [String]
  /// The columns of numbers that the study and the clock report, and their indices.
  let numbers: [String: Int]
  let words: Set<String>

  /// The indices of the columns after the swept paths.
  let indices: [String: Int]
  private let flagIndices: [Int]

  /// Also that of the other tables with rows of trials.
  static let trial = "trial"
  /// The columns before the swept paths, after them, and at the end.
  static let first = [trial, "configuration", "repeat", "seed"]
  static let ending = ["status", "stop_reason"]
  private static let flags = ["warm_up", "contended"]
  static let last = flags + [host, "message"]
  static let host = "host"
  /// Those that, like times, differ from run to run.
  static let ofRun: Set = ["contended", host, "message"]

  /// The line of `record`, the result of `trial`, in the table of `plan`, whose study and clock report `names`.
  static func line(_ record: TrialRecord, of trial: Trial, _ plan: Plan, _ names: [String])
    -> String
  {
    let start = [trial.number, trial.configuration, trial.repetition, Int(trial.seed)]
    let settings = plan.configurations[trial.configuration - 1].settings
    let flags = [trial.isWarmUp, record.ranConcurrently].map { Field($0) }
    return csvLine(
      start.map { .integer($0) }
        + (settings + [record.status.rawValue, record.stopReason]).map { .text($0) }
        + names.map { record[$0] } + flags + [.text(record.host), .text(record.message)])
  }

  /// Throws a `Diagnostic` if `table` is not a `trials.csv`.
  init(_ table: CSVTable, _ columns: RunColumns) throws(Diagnostic) {
    let header = table.header
    let start = Self.first.count
    let end = header.indices.first { header[$0...].starts(with: Self.ending) }
    guard header.starts(with: Self.first), let end, end >= start else {
      throw Diagnostic(
        "not a trials.csv: its columns must begin with \(Self.first.joined(separator: ",")) and "
          + "include \(Self.ending.joined(separator: ","))", at: Location(file: table.path, line: 1)
      )
    }
    paths = Array(header[start..<end])
    let indices = Dictionary(zip(header[end...], end...)) { $1 }
    self.indices = indices
    if let twin = header[end...].indices.first(where: { indices[header[$0]] != $0 }) {
      let place = Location(file: table.path, line: 1)
      throw CSVTable.damage(place, "there are two columns '\(header[twin])'")
    }
    flagIndices = try Self.flags.map { name throws(Diagnostic) in try table.index(of: name) }
    let reported = indices.filter { name, _ in !(Self.ending + Self.last).contains(name) }
    numbers = reported.filter { name, index in
      columns.trials.contains { $0.name == name && $0.isMeasure }
        || Self.areNumbers(table.rows, index, columns[name].role)
    }
    words = Set(reported.keys).subtracting(numbers.keys)
  }

  /// A fact may be a word, and a hash may look like a number. Of undeclared columns, half suffice: the others are
  /// damaged.
  private static func areNumbers(_ rows: [CSVTable.Row], _ index: Int, _ role: Column.Role) -> Bool
  {
    let texts = rows.map { $0.fields[index] }.filter { !$0.isEmpty }
    let count = texts.count { Double($0) != nil }
    return role == .hash ? false : role == .fact ? count == texts.count : 2 * count >= texts.count
  }

  func trial(_ row: CSVTable.Row, in table: CSVTable) throws(Diagnostic) -> TrialRow {
    let texts = (Self.ending + [Self.host, "message"]).map { name in
      indices[name].map { row.fields[$0] } ?? ""
    }
    guard Outcome.Status(rawValue: texts[0]) != nil else {
      let place = table.place(of: row, indices["status"] ?? 0)
      throw CSVTable.damage(place, "unknown status '\(texts[0])'")
    }
    let flags = try flagIndices.map { (index) throws(Diagnostic) in try table.flag(index, in: row) }
    var values = [Double?](repeating: nil, count: row.fields.count)
    for index in numbers.values { values[index] = try table.number(index, in: row) }
    return TrialRow(
      number: try table.whole(0, in: row), configuration: try table.whole(1, in: row),
      repetition: try table.whole(2, in: row), seed: row.fields[3],
      settings: Array(row.fields[Self.first.count..<Self.first.count + paths.count]),
      status: texts[0], stopReason: texts[1], isWarmUp: flags[0], ranConcurrently: flags[1],
      host: texts[2], message: texts[3], row: row, numbers: values)
  }

  func summary(
    of trials: [TrialRow], in table: CSVTable, _ columns: RunColumns
  ) throws(Diagnostic) -> Summary {
    let measures = numbers.sorted { $0.value < $1.value }.map { columns[$0.key] }
    let settings =
      columns.configurations
      ?? Dictionary(grouping: trials, by: \.configuration).sorted { $0.key < $1.key }
      .map { $0.value[0].settings }
    if let other = settings.first(where: { $0.count != paths.count }) {
      throw CSVTable.damage(
        Location(file: table.path, line: 1, column: 1),
        "the header has \(counted(paths.count, "swept path")), and columns.json \(other.count)")
    }
    var summary = Summary(
      columns, measures: measures.filter(\.isMeasure), paths: paths, settings: settings)
    // The summary inserts a trial before those with higher numbers, which takes long for many.
    for trial in trials.sorted(by: { $0.number < $1.number }) {
      guard settings.indices.contains(trial.configuration &- 1),
        settings[trial.configuration - 1] == trial.settings
      else {
        throw CSVTable.damage(
          table.place(of: trial.row), "configuration \(trial.configuration) has other settings")
      }
      if trial.isWarmUp { continue }
      summary.add(
        trial.number, of: trial.configuration, repetition: trial.repetition,
        isGood: trial.isGood, ranConcurrently: trial.ranConcurrently
      ) { name in
        let text = indices[name].map { trial.row.fields[$0] } ?? ""
        return numbers[name] == nil ? .text(text) : Field(Double(text))
      }
    }
    return summary
  }
}

import ForceLabSettings

/// A row of `trials.csv`: a trial that has been run.
struct TrialRow {
  /// Its number in the run.
  let number: Int
  /// Its configuration's number.
  let configuration: Int
  /// Which repeat of its configuration it is.
  let repetition: Int
  /// The seed of its random numbers.
  let seed: String
  /// The value at each swept path.
  let settings: [String]
  /// How it ended, such as `ok` or `diverged`.
  let status: String
  /// Whether another trial ran at the same time, so that its times are too long.
  let isContended: Bool
  /// The line and all fields.
  let row: CSVTable.Row

  /// Whether it ended well.
  var isGood: Bool { status == "ok" }

  /// What two trials that start alike have in common.
  var start: Start { Start(repetition: repetition, seed: seed) }

  struct Start: Hashable {
    let repetition: Int
    let seed: String
  }
}

/// Where `trials.csv` has what.
struct TrialColumns {
  /// The swept paths.
  let paths: [String]
  /// The columns of numbers that a study or the clock tells of a trial, and where they stand.
  let values: [String: Int]
  /// The columns of words, such as hashes.
  let words: Set<String>

  private let places: [String: Int]
  private let firstPath = 4

  /// Throws a `Diagnostic` if the header is none of a `trials.csv`.
  init(_ table: CSVTable) throws(Diagnostic) {
    let header = table.header
    let ending = header.indices.dropLast().first {
      header[$0] == "status" && header[$0 + 1] == "stop_reason"
    }
    guard header.prefix(firstPath) == ["trial", "configuration", "repeat", "seed"],
      let ending, ending >= firstPath
    else {
      throw Diagnostic(
        "no file of trials; its columns must begin trial,configuration,repeat,seed and hold "
          + "status,stop_reason", at: Location(file: table.path, line: 1))
    }
    paths = Array(header[firstPath..<ending])
    places = Dictionary(zip(header[ending...], ending...), uniquingKeysWith: { first, _ in first })
    let told = places.filter { name, _ in !Self.facts.contains(name) }
    values = told.filter { _, place in Self.areNumbers(table.rows, place) }
    words = Set(told.keys).subtracting(values.keys)
  }

  /// Whether half the fields are numbers, or more: one may be damaged, and a hash may look like one.
  private static func areNumbers(_ rows: [CSVTable.Row], _ place: Int) -> Bool {
    let texts = rows.map { $0.fields[place] }.filter { !$0.isEmpty }
    return 2 * texts.count { Double($0) != nil } >= texts.count
  }

  private static let facts: Set = ["status", "stop_reason", "warm_up", "contended", "message"]

  /// The trial that `row` tells of; nil if it only warmed up, which counts for nothing.
  func trial(_ row: CSVTable.Row, in table: CSVTable) throws(Diagnostic) -> TrialRow? {
    if flag("warm_up", row) { return nil }
    return TrialRow(
      number: try whole(0, row, table), configuration: try whole(1, row, table),
      repetition: try whole(2, row, table), seed: row.fields[3],
      settings: Array(row.fields[firstPath..<firstPath + paths.count]),
      status: places["status"].map { row.fields[$0] } ?? "",
      isContended: flag("contended", row), row: row)
  }

  private func flag(_ name: String, _ row: CSVTable.Row) -> Bool {
    places[name].map { row.fields[$0] == "true" } ?? false
  }

  private func whole(_ column: Int, _ row: CSVTable.Row, _ table: CSVTable) throws(Diagnostic)
    -> Int
  {
    if let number = Int(row.fields[column]) { return number }
    throw CSVTable.damage(
      table.place(of: row),
      "'\(row.fields[column])' in column \(table.header[column]) is no whole number")
  }
}

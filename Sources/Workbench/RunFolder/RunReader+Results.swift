import Foundation
import ForceLabSettings

extension RunReader {
  /// What happened to the layout of a trial, as `events.csv` says.
  public struct RecordedEvent: Sendable, Equatable {
    public let trial: Int
    public let iteration: Int
    public let text: String
  }

  /// The events of all trials; none if the run has no such file. Throws if it is damaged.
  public func events() throws(Diagnostic) -> [RecordedEvent] {
    try results(in: RunTables.eventsName) { (fields) throws(Diagnostic) in
      RecordedEvent(
        trial: try fields.whole("trial"), iteration: try fields.whole("iteration"),
        text: try fields.text("what"))
    }
  }

  public func limits() throws(Diagnostic) -> [LimitResult] {
    try results(in: "limits.csv") { (fields) throws(Diagnostic) in
      var limit = Limit()
      limit.name = try fields.text("limit")
      limit.figure = try fields.figure()
      limit.atMost = try fields.number("at_most") ?? .nan
      return LimitResult(
        limit, columns[limit.figure.column], count: try fields.whole("n"),
        measured: try fields.number("measured"))
    }
  }

  public func claims() throws(Diagnostic) -> [ClaimResult] {
    try results(in: "published.csv") { (fields) throws(Diagnostic) in
      var claim = PublishedClaim()
      claim.claim = try fields.text("claim")
      claim.source = try fields.text("source")
      claim.machine = try fields.text("machine")
      claim.figure = try fields.figure()
      claim.value = try fields.number("published") ?? .nan
      claim.tolerance = try fields.number("tolerance") ?? 1
      claim.note = try fields.text("note")
      // Runs of older versions lack the next three columns.
      claim.standIn = fields.has("stand_in") ? try fields.text("stand_in") : ""
      let low = fields.has("low") ? try fields.number("low") : nil
      let high = fields.has("high") ? try fields.number("high") : nil
      let verdict = PublishedClaim.Verdict(rawValue: try fields.text("verdict")) ?? .notComparable
      let isUsual = verdict == .reproduced || verdict == .faster
      if try fields.text("holds") == "true" && !isUsual { claim.expect = verdict }
      return ClaimResult(
        claim, columns[claim.figure.column], count: try fields.whole("n"),
        measured: try fields.number("measured"), interval: Self.interval(low, high),
        verdict: verdict, reason: try fields.text("reason"))
    }
  }

  private static func interval(_ low: Double?, _ high: Double?) -> ClosedRange<Double>? {
    guard let low, let high, low <= high else { return nil }
    return low...high
  }

  private func results<Value>(
    in name: String, _ value: (Fields) throws(Diagnostic) -> Value
  ) throws(Diagnostic) -> [Value] {
    guard try files.holds(name) else { return [] }
    let table = try CSVTable(name, in: files)
    var values: [Value] = []
    for row in table.rows { values.append(try value(Fields(table: table, row: row))) }
    return values
  }
}

private struct Fields {
  let table: CSVTable
  let row: CSVTable.Row

  func has(_ column: String) -> Bool { table.header.contains(column) }

  func text(_ column: String) throws(Diagnostic) -> String {
    row.fields[try table.index(of: column)]
  }

  func number(_ column: String) throws(Diagnostic) -> Double? {
    try table.number(try table.index(of: column), in: row)
  }

  func whole(_ column: String) throws(Diagnostic) -> Int {
    try table.whole(try table.index(of: column), in: row)
  }

  func figure() throws(Diagnostic) -> Figure {
    var figure = Figure()
    figure.column = try text("column")
    figure.statistic = Figure.Statistic(rawValue: try text("statistic")) ?? .median
    if try text("relative") == "true" { figure.relativeTo = Conditions() }
    return figure
  }
}

import Foundation
import ForceLabPlugins
import ForceLabWorkbench
import ForceLabSettings

/// The figures that a run was held to, as `limits.csv` and `published.csv` tell of them.
struct HeldFigures {
  /// The limits; empty if the experiment states none.
  let limits: [PageContent.Verdict]
  /// The published claims; empty if the experiment states none.
  let claims: [PageContent.Verdict]

  /// Those of the run in `folder`.
  ///
  /// Throws a `Diagnostic` with the line if a file is damaged.
  init(folder: String) throws(Diagnostic) {
    limits = try Self.figures(folder + "/limits.csv", Self.limit)
    claims = try Self.figures(folder + "/published.csv", Self.claim)
  }

  private static func figures(
    _ path: String, _ figure: (Fields) throws(Diagnostic) -> PageContent.Verdict
  ) throws(Diagnostic) -> [PageContent.Verdict] {
    guard FileManager.default.fileExists(atPath: path) else { return [] }
    let table = try CSVTable(path: path)
    var figures: [PageContent.Verdict] = []
    for row in table.rows { figures.append(try figure(Fields(table: table, row: row))) }
    return figures
  }

  private static func limit(_ fields: Fields) throws(Diagnostic) -> PageContent.Verdict {
    let isKept = try fields["kept"] == "true"
    return PageContent.Verdict(
      name: try fields["limit"], wanted: try fields.figure("at_most", digits: .all),
      measured: try fields.figure("measured", digits: .few), ratio: try fields.ratio,
      verdict: isKept ? "kept" : "missed", holds: isKept, source: nil, reason: nil)
  }

  private static func claim(_ fields: Fields) throws(Diagnostic) -> PageContent.Verdict {
    let (verdict, holds) = (try fields["verdict"], try fields["holds"] == "true")
    let reasons = [try fields["reason"], try fields["note"]].filter { !$0.isEmpty }
    let source = [try fields["source"], try fields["machine"]].filter {
      !$0.isEmpty && $0 != "none told"
    }
    // An exact number is told in full.
    let isExact = try fields.number("tolerance") == 1
    let isExpected = holds && verdict != "reproduced" && verdict != "faster"
    return PageContent.Verdict(
      name: try fields["claim"], wanted: try fields.figure("published", digits: .all),
      measured: try fields.figure("measured", digits: isExact ? .all : .few),
      ratio: try fields.ratio, verdict: verdict + (isExpected ? ", as expected" : ""),
      holds: holds, source: source.joined(separator: "; "),
      reason: reasons.isEmpty ? nil : reasons.joined(separator: "; "))
  }
}

/// The fields of a row, by the names of their columns.
private struct Fields {
  enum Digits {
    case few
    case all
  }

  let table: CSVTable
  let row: CSVTable.Row

  subscript(name: String) -> String {
    get throws(Diagnostic) {
      if let place = table.header.firstIndex(of: name) { return row.fields[place] }
      throw CSVTable.damage(Location(file: table.path, line: 1), "there is no column \(name)")
    }
  }

  func number(_ name: String) throws(Diagnostic) -> Double? {
    try table.number(try self[name], in: name, row)
  }

  var ratio: String {
    get throws(Diagnostic) { try number("ratio").map { readable($0) } ?? "" }
  }

  /// A figure in its unit, as a person reads it.
  func figure(_ name: String, digits: Digits) throws(Diagnostic) -> String {
    guard let value = try number(name) else { return "none" }
    let text = digits == .all ? value.shortText : readable(value)
    if try self["relative"] == "true" { return text + " ×" }
    guard let unit = Column.seconds(try self["column"]) else { return text }
    return readable(seconds: value * unit)
  }
}

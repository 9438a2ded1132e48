import Foundation
import ForceLabWorkbench
import ForceLabSettings

extension [LimitResult] {
  /// The limits that the run in `folder` was held to; none if it had none.
  ///
  /// Throws a `Diagnostic` if their file is damaged.
  init(folder: String) throws(Diagnostic) {
    self = try rows(of: "limits.csv", in: folder).map { row in
      var limit = Limit()
      limit.name = row["limit"] ?? ""
      limit.figure = Figure(row)
      limit.atMost = row.number("at_most") ?? .nan
      return LimitResult(limit, count: Int(row["n"] ?? "") ?? 0, measured: row.number("measured"))
    }
  }
}

extension [ClaimResult] {
  /// The published claims that the run in `folder` was held against; none if it had none.
  ///
  /// Throws a `Diagnostic` if their file is damaged.
  init(folder: String) throws(Diagnostic) {
    self = try rows(of: "published.csv", in: folder).map { row in
      var claim = PublishedClaim()
      claim.claim = row["claim"] ?? ""
      claim.source = row["source"] ?? ""
      claim.machine = row["machine"] ?? ""
      claim.figure = Figure(row)
      claim.value = row.number("published") ?? .nan
      claim.tolerance = row.number("tolerance") ?? 1
      claim.note = row["note"] ?? ""
      let verdict =
        PublishedClaim.Verdict(rawValue: row["verdict"] ?? "") ?? .notComparable
      let isUsual = verdict == .reproduced || verdict == .faster
      if row["holds"] == "true" && !isUsual { claim.expect = verdict }
      return ClaimResult(
        claim, count: Int(row["n"] ?? "") ?? 0, measured: row.number("measured"), verdict: verdict,
        reason: row["reason"] ?? "")
    }
  }
}

/// The rows of a file of a run by their columns; none if there is no such file.
private func rows(of name: String, in folder: String) throws(Diagnostic) -> [[String: String]] {
  let path = "\(folder)/\(name)"
  guard FileManager.default.fileExists(atPath: path) else { return [] }
  let table = try CSVTable(path: path)
  return table.rows.map {
    Dictionary(zip(table.header, $0.fields), uniquingKeysWith: { first, _ in first })
  }
}

extension [String: String] {
  fileprivate func number(_ column: String) -> Double? { self[column].flatMap { Double($0) } }
}

extension Figure {
  /// What a row of `limits.csv` or `published.csv` tells of its figure.
  fileprivate init(_ row: [String: String]) {
    self.init()
    column = row["column"] ?? ""
    statistic = Statistic(rawValue: row["statistic"] ?? "") ?? .median
    if row["relative"] == "true" { relativeTo = Conditions() }
  }
}

import ForceLabAverages
import ForceLabPlugins
import ForceLabWorkbench

extension [LimitResult] {
  public var table: FixedWidthTable {
    FixedWidthTable(
      [.init("figure")] + ["measured", "at most", "ratio"].map { .init($0, isNumeric: true) }
        + [.init("")],
      rows: map { result in
        [
          result.limit.name, result.measuredText, result.limitText,
          result.ratio.map { readable($0) } ?? "", result.isKept ? "" : "missed",
        ]
      })
  }

  public func text(width: Int = .max) -> String {
    let missed = count { !$0.isKept }
    let verdict =
      missed == 0
      ? (count == 1 ? "The limit is kept." : "All \(count) limits kept.")
      : "\(missed) of \(counted(count, "limit")) missed."
    return "\(table.text(width: width))\n\n\(verdict)"
  }
}

extension [ClaimResult] {
  public var table: FixedWidthTable {
    FixedWidthTable(
      [.init("claim")] + ["published", "measured", "ratio"].map { .init($0, isNumeric: true) }
        + [.init("verdict")],
      rows: map { result in
        [
          result.claim.claim, result.publishedText, result.measuredText,
          result.ratio.map { readable($0) } ?? "", result.verdictText,
        ]
      }, source: "published.csv")
  }

  /// The table, the reasons, and how many claims hold.
  public func text(width: Int = .max) -> String {
    let reasons = filter { !$0.reason.isEmpty }.map { result in
      wrapped("\(result.claim.claim):  \(result.reason)", width: width)
    }
    let failing = count { !$0.holds }
    let verdict =
      failing == 0
      ? (count == 1 ? "The published claim holds" : "All \(count) published claims hold")
        + ", or \(count == 1 ? "fails" : "fail") as expected."
      : "\(failing) of \(counted(count, "published claim")) "
        + "\(failing == 1 ? "does" : "do") not hold."
    let parts = [table.text(width: width), reasons.joined(separator: "\n"), verdict]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }
}

extension LimitResult {
  var measuredText: String { measured.map { limit.figure.text($0, column) } ?? "none" }
  var limitText: String { limit.figure.text(limit.atMost, column, isExact: true) }
}

extension ClaimResult {
  /// In full where the claim is exact.
  var measuredText: String {
    measured.map { claim.figure.text($0, column, isExact: claim.tolerance == 1) } ?? "none"
  }

  var publishedText: String { claim.figure.text(claim.value, column, isExact: true) }

  var verdictText: String {
    verdict.rawValue + (verdict == claim.expect ? ", as expected" : "")
  }
}

extension Figure {
  /// `value` with its unit; numbers other than times in full if `isExact`.
  fileprivate func text(_ value: Double, _ column: Column, isExact: Bool = false) -> String {
    let number = isExact ? value.shortText : readable(value)
    if isRatio { return "\(number) ×" }
    return column.secondsPerUnit.map { readable(seconds: value * $0) } ?? number
  }
}

extension [ReferenceMean] {
  public var table: FixedWidthTable {
    FixedWidthTable(
      [
        .init("reference"), .init("method"), .init("expected", isNumeric: true),
        .init("computed", isNumeric: true), .init(""),
      ],
      rows: map { reference in
        let actual = reference.actual
        return [
          reference.title, reference.method.rawValue, String(reference.expected), String(actual),
          actual == reference.expected ? "ok" : "WRONG",
        ]
      })
  }
}

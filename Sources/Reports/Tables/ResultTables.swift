import ForceLabPlugins
import ForceLabWorkbench

extension [LimitResult] {
  public var table: FixedWidthTable {
    var table = FixedWidthTable(
      [FixedWidthTable.Heading("figure")]
        + ["measured", "at most", "ratio"].map { FixedWidthTable.Heading($0, isNumeric: true) }
        + [FixedWidthTable.Heading("")])
    table.rows = map { result in
      [
        result.limit.name, result.measuredText, result.limitText,
        result.ratio.map { readable($0) } ?? "", result.isKept ? "" : "missed",
      ]
    }
    return table
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
    var table = FixedWidthTable(
      [FixedWidthTable.Heading("claim")]
        + ["published", "measured", "ratio"].map { FixedWidthTable.Heading($0, isNumeric: true) }
        + [FixedWidthTable.Heading("verdict")])
    table.source = "published.csv"
    table.rows = map { result in
      [
        result.claim.claim, result.publishedText, result.measuredText,
        result.ratio.map { readable($0) } ?? "", result.verdictText,
      ]
    }
    return table
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

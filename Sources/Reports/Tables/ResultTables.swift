import ForceLabAverages
import ForceLabPlugins
import ForceLabWorkbench

extension [LimitResult] {
  public var table: FixedWidthTable {
    FixedWidthTable(
      self,
      [
        .text("figure") { $0.limit.name }, .number("measured") { $0.measuredText },
        .number("at most") { $0.limitText },
        .number("ratio") { $0.ratio.map { readable($0) } ?? "" },
        .text("verdict") { $0.isKept ? "" : $0.verdict },
      ])
  }

  public func text(width: Int = .max) -> String {
    let unknown = count { $0.measured == nil }
    let exceeded = count { !$0.isKept } - unknown
    let verdict =
      exceeded + unknown == 0
      ? (count == 1 ? "The limit is kept." : "All \(count) limits kept.")
      : [
        exceeded == 0 ? nil : "\(exceeded) of \(counted(count, "limit")) exceeded.",
        unknown == 0
          ? nil
          : "\(unknown) of \(counted(count, "limit")) not measured: trials failed, or ran in parallel, where "
            + "times count only with --contended.",
      ].compactMap { $0 }.joined(separator: " ")
    return "\(table.text(width: width))\n\n\(wrapped(verdict, width: width))"
  }
}

extension [ClaimResult] {
  public var table: FixedWidthTable {
    FixedWidthTable(
      self, source: "published.csv",
      [
        .text("claim") { $0.claim.claim }, .text("machine", importance: 1) { $0.claim.machine },
        .number("published") { $0.publishedText },
        .number("n", importance: 2) { String($0.count) }, .number("measured") { $0.measuredText },
        .number("95 % interval", importance: 3) { $0.intervalText },
        .number("ratio") { $0.ratio.map { readable($0) } ?? "" },
        .text("verdict") { $0.verdictText },
      ])
  }

  /// The table, the reasons and stand-ins, and how many claims have each verdict.
  public func text(width: Int = .max) -> String {
    let notes = flatMap { result in
      [result.reason, result.standInText].filter { !$0.isEmpty }.map {
        wrapped("\(result.claim.claim):  \($0)", width: width)
      }
    }
    let parts = [table.text(width: width), notes.joined(separator: "\n"), verdicts]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  /// How many claims have each verdict: `2 reproduced, 1 faster, 1 not reproduced.`
  var verdicts: String {
    let isFaster = { (result: ClaimResult) in result.verdict == .faster }
    let counts = [
      ("reproduced", count { $0.verdict == .reproduced }), ("faster", count(where: isFaster)),
      (
        "not reproduced, as expected",
        count { $0.holds && $0.verdict != .reproduced && !isFaster($0) }
      ),
      ("not reproduced", count { !$0.holds && $0.verdict != .notComparable }),
      ("not comparable", count { !$0.holds && $0.verdict == .notComparable }),
    ]
    return counts.filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }.joined(separator: "; ") + "."
  }
}

extension LimitResult {
  var verdict: String { measured == nil ? "not measured" : isKept ? "kept" : "exceeded" }
  var measuredText: String { measured.map { limit.figure.text($0, column) } ?? "none" }
  var limitText: String { limit.figure.text(limit.atMost, column, isExact: true) }
}

extension ClaimResult {
  /// In full where the claim is exact.
  var measuredText: String {
    measured.map { claim.figure.text($0, column, isExact: claim.tolerance == 1) } ?? "none"
  }

  var intervalText: String {
    guard let interval else { return "" }
    let texts = [interval.lowerBound, interval.upperBound].map { claim.figure.text($0, column) }
    return texts.joined(separator: " … ")
  }

  var standInText: String { claim.standIn.isEmpty ? "" : "stand-in: \(claim.standIn)" }

  var publishedText: String { claim.figure.text(claim.value, column, isExact: true) }

  var verdictText: String {
    verdict.rawValue + (verdict == claim.expect ? ", as expected" : "")
      + (claim.standIn.isEmpty ? "" : " (stand-in)")
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
      self,
      [
        .text("reference") { $0.title }, .text("method") { $0.method.rawValue },
        .number("expected") { String($0.expected) }, .number("computed") { String($0.actual) },
        .text("") { $0.actual == $0.expected ? "ok" : "WRONG" },
      ])
  }
}

import ForceLabAverages
import ForceLabPlugins
import ForceLabWorkbench

/// A figure that was checked against a limit or a published number, in words.
struct CheckedFigure {
  let name: String
  let wanted: String
  let measured: String
  var count = ""
  var interval = ""
  let ratio: String
  let verdict: String
  let holds: Bool
  var source: String?
  /// The machine of the published number.
  var machine = ""
  /// Why it has this verdict; nil if that needs no words.
  var reason: String?

  init(_ result: LimitResult) {
    let (limit, column) = (result.limit, result.column)
    name = limit.name
    wanted = limit.figure.text(limit.atMost, column, isExact: true)
    measured = result.measured.map { limit.figure.text($0, column) } ?? "none"
    ratio = result.ratio.map { readable($0) } ?? ""
    verdict = result.measured == nil ? "not measured" : result.isKept ? "kept" : "exceeded"
    holds = result.isKept
  }

  /// The measured number is in full where the claim is exact.
  init(_ result: ClaimResult) {
    let (claim, figure, column) = (result.claim, result.claim.figure, result.column)
    name = claim.claim
    wanted = figure.text(claim.value, column, isExact: true)
    measured =
      result.measured.map { figure.text($0, column, isExact: claim.tolerance == 1) } ?? "none"
    count = String(result.count)
    interval =
      result.interval.map {
        "\(figure.text($0.lowerBound, column)) … \(figure.text($0.upperBound, column))"
      } ?? ""
    ratio = result.ratio.map { readable($0) } ?? ""
    verdict =
      result.verdict.rawValue + (result.verdict == claim.expect ? ", as expected" : "")
      + (claim.standIn.isEmpty ? "" : " (stand-in)")
    (holds, source, machine) = (result.holds, claim.source, claim.machine)
    let reasons = [result.standInText, result.reason, claim.note].filter { !$0.isEmpty }
    reason = reasons.isEmpty ? nil : reasons.joined(separator: "; ")
  }
}

extension [LimitResult] {
  public var table: FixedWidthTable {
    FixedWidthTable(
      map { CheckedFigure($0) },
      [
        .text("figure") { $0.name }, .number("measured") { $0.measured },
        .number("at most") { $0.wanted }, .number("ratio") { $0.ratio },
        .text("verdict") { $0.holds ? "" : $0.verdict },
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
      map { CheckedFigure($0) }, source: "published.csv",
      [
        .text("claim") { $0.name }, .text("machine", importance: 1) { $0.machine },
        .number("published") { $0.wanted }, .number("n", importance: 2) { $0.count },
        .number("measured") { $0.measured },
        .number("95 % interval", importance: 3) { $0.interval }, .number("ratio") { $0.ratio },
        .text("verdict") { $0.verdict },
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

extension ClaimResult {
  fileprivate var standInText: String { claim.standIn.isEmpty ? "" : "stand-in: \(claim.standIn)" }
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

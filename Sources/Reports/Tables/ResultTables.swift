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
  /// The class of the verdict's cell in the page: `good`, `bad` or empty.
  let mark: String
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
    mark = holds ? "good" : "bad"
  }

  /// The measured number is in full where the claim is exact.
  init(_ result: ClaimResult) {
    let (claim, figure, column) = (result.claim, result.claim.figure, result.column)
    let isCompared = [.compared, .standIn].contains(result.verdict)
    let isExact = claim.tolerance == 1 && !isCompared
    name = claim.claim
    wanted = figure.text(claim.value, column, isExact: true)
    measured = result.measured.map { figure.text($0, column, isExact: isExact) } ?? "none"
    count = String(result.count)
    interval =
      result.interval.map {
        "\(figure.text($0.lowerBound, column)) … \(figure.text($0.upperBound, column))"
      } ?? ""
    ratio = result.ratio.map { readable($0) } ?? ""
    verdict =
      switch result.verdict {
      case .compared, .standIn:
        result.verdict.rawValue + (result.comparison.map { ": \($0)" } ?? "")
      case .notReproduced where result.holds: "not reproduced, as known"
      default: result.verdict.rawValue
      }
    mark =
      switch result.verdict {
      case .reproduced: "good"
      case .compared, .standIn: ""
      default: result.holds ? "" : "bad"
      }
    (holds, source, machine) = (result.holds, claim.source, claim.machine)
    let reasons = [result.standInText, result.reason, claim.note].filter { !$0.isEmpty }
    reason = reasons.isEmpty ? nil : reasons.joined(separator: "; ")
  }
}

extension [LimitResult] {
  public var table: Table {
    Table(
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
    let part = { (number: Int) in count == 1 ? "The limit is" : "\(number) of \(count) limits" }
    let verdict =
      exceeded + unknown == 0
      ? (count == 1 ? "The limit is kept." : "All \(count) limits kept.")
      : [
        exceeded == 0 ? nil : "\(part(exceeded)) exceeded.",
        unknown == 0
          ? nil
          : "\(part(unknown)) not measured: trials failed, have no value, "
            + "or ran in parallel, where times count only with --contended.",
      ].compactMap { $0 }.joined(separator: " ")
    return "\(table.text(width: width))\n\n\(wrapped(verdict, width: width))"
  }
}

extension [ClaimResult] {
  public var table: Table {
    Table(
      map { CheckedFigure($0) }, source: "published.csv",
      [
        .text("claim") { $0.name }, .text("machine", importance: 1) { $0.machine },
        .number("published") { $0.wanted }, .number("n", importance: 2) { $0.count },
        .number("measured") { $0.measured },
        .number("95 % interval", importance: 3) { $0.interval }, .number("ratio") { $0.ratio },
        .text("verdict") { $0.verdict },
      ])
  }

  /// The table, the reasons and what stands in for what, and how many claims have each verdict.
  public func text(width: Int = .max) -> String {
    let notes = flatMap { result in
      [result.reason, result.standInText].filter { !$0.isEmpty }.map {
        wrapped("\(result.claim.claim):  \($0)", width: width)
      }
    }
    let parts = [table.text(width: width), notes.joined(separator: "\n"), verdicts]
    return parts.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  /// How many claims have each verdict: `2 reproduced; 0 not reproduced; 1 compared; 0 stand-ins.`
  var verdicts: String {
    let found = { (verdict: PublishedClaim.Verdict) in count { $0.verdict == verdict } }
    let known = count { $0.verdict == .notReproduced && $0.holds }
    var parts = [
      "\(found(.reproduced)) reproduced",
      "\(found(.notReproduced)) not reproduced" + (known == 0 ? "" : ", \(known) of them as known"),
      "\(found(.compared)) compared", counted(found(.standIn), "stand-in"),
    ]
    for verdict in [PublishedClaim.Verdict.unclear, .notComparable] where found(verdict) > 0 {
      parts.append("\(found(verdict)) \(verdict.rawValue)")
    }
    return parts.joined(separator: "; ") + "."
  }
}

extension ClaimResult {
  fileprivate var standInText: String { claim.standIn.isEmpty ? "" : "stand-in: \(claim.standIn)" }

  /// How the statistic compares with the published number: `4.0 times as fast, 3.8 … 4.2`; nil if that number is 0.
  fileprivate var comparison: String? {
    guard let ratio, ratio.isFinite else { return nil }
    // Not values per time, which are higher if something is faster.
    let isTime = isTime && column.isTime
    let isInverse = isTime && ratio > 0 && ratio < 1
    let text = { (ratio: Double) in
      let factor = isInverse ? 1 / ratio : ratio
      return factor < 100 ? significant(factor, digits: 2) : readable(factor.rounded())
    }
    let words = isInverse ? "times as fast" : isTime ? "times as long" : "times the value"
    guard let bounds = ratioInterval else { return "\(text(ratio)) \(words)" }
    let ends = [text(bounds.lowerBound), text(bounds.upperBound)]
    return "\(text(ratio)) \(words), \(ends[isInverse ? 1 : 0]) … \(ends[isInverse ? 0 : 1])"
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
  public var table: Table {
    Table(
      self,
      [
        .text("reference") { $0.title }, .text("method") { $0.method.rawValue },
        .number("expected") { String($0.expected) }, .number("computed") { String($0.actual) },
        .text("") { $0.actual == $0.expected ? "ok" : "WRONG" },
      ])
  }
}

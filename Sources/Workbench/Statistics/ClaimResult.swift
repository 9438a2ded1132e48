import ForceLabPlugins

public struct ClaimResult: Sendable {
  public let claim: PublishedClaim
  public let column: Column
  public let count: Int
  public let measured: Double?
  /// The 95 % confidence interval of `measured`; nil if there is none.
  public let interval: ClosedRange<Double>?
  /// Whether `measured` is a time, or a value per time, and no ratio of times.
  public let isTime: Bool
  public let verdict: PublishedClaim.Verdict
  /// Why the statistic is uncertain, cannot be compared, or was expected to differ; else empty.
  public let reason: String

  public var ratio: Double? { measured.flatMap { claim.value == 0 ? nil : $0 / claim.value } }

  public var ratioInterval: ClosedRange<Double>? {
    guard let interval, claim.value != 0 else { return nil }
    let ends = [interval.lowerBound / claim.value, interval.upperBound / claim.value]
    return min(ends[0], ends[1])...max(ends[0], ends[1])
  }

  /// False for a claim that is not comparable, or is unclear or not reproduced without being known to differ.
  public var holds: Bool {
    switch verdict {
    case .reproduced, .compared, .standIn: true
    case .notReproduced, .unclear: !claim.knownDifference.isEmpty
    case .notComparable: false
    }
  }

  init(_ claim: PublishedClaim, _ rows: FigureRows, in summary: Summary, isDebugBuild: Bool) {
    let figure = MeasuredFigure(claim.figure, of: rows, in: summary)
    self.claim = claim
    column = summary.column(figure.figure.column)
    (count, interval, measured) = (figure.count, figure.interval, figure.value)
    isTime = figure.isTime
    let doubt = Self.doubt(figure)
    let share = Self.share(claim, figure)
    if let obstacle = Self.obstacle(figure, measured, isDebugBuild) {
      (verdict, reason) = (.notComparable, obstacle)
    } else if !claim.standIn.isEmpty {
      (verdict, reason) = (.standIn, Self.joined([doubt, share]))
    } else if claim.measuredBy == .otherProgram || isTime && claim.measuredBy != .sameMachine {
      (verdict, reason) = (.compared, Self.joined([doubt, share]))
    } else {
      let range = figure.isExact ? measured.map { $0...$0 } : interval
      verdict = doubt.isEmpty ? Self.verdict(claim, range) : .unclear
      let known = claim.knownDifference.isEmpty ? "" : "known to differ: \(claim.knownDifference)"
      let overlap =
        verdict == .unclear && doubt.isEmpty
        ? "the interval is partly within the tolerance; add repeats, or graphs if it is over graphs"
        : ""
      reason = Self.joined([doubt, overlap, share, known])
    }
  }

  private static func joined(_ reasons: [String]) -> String {
    reasons.filter { !$0.isEmpty }.joined(separator: "; ")
  }

  /// How many values are within the tolerance of their own published value; empty without a table or a tolerance.
  private static func share(_ claim: PublishedClaim, _ figure: MeasuredFigure) -> String {
    guard claim.tolerance > 1, let ratios = figure.tableRatios?.values else { return "" }
    let ends = [claim.value / claim.tolerance, claim.value * claim.tolerance].sorted()
    let count = ratios.count { (ends[0]...ends[1]).contains($0) }
    return "\(count) of \(counted(ratios.count, "value")) within the tolerance"
  }

  /// Reproduced if all of `range` is within the tolerance, not reproduced if all of it is outside.
  private static func verdict(_ claim: PublishedClaim, _ range: ClosedRange<Double>?)
    -> PublishedClaim.Verdict
  {
    let ends = [claim.value / claim.tolerance, claim.value * claim.tolerance].sorted()
    guard let range, range.overlaps(ends[0]...ends[1]) else { return .notReproduced }
    return ends[0] <= range.lowerBound && range.upperBound <= ends[1] ? .reproduced : .unclear
  }

  /// Why the statistic is not certain: trials that failed or have no value, or no interval; empty if it is.
  private static func doubt(_ figure: MeasuredFigure) -> String {
    let trials = figure.trials
    let (good, all) = (trials.reduce(0) { $0 + $1.good }, trials.reduce(0) { $0 + $1.trials })
    guard good == all else { return "\(good) of \(counted(all, "trial")) succeeded" }
    let missing = figure.missingCount
    guard missing == 0 else {
      return "\(missing) of \(counted(all, "trial")) have no value that counts"
    }
    return figure.isExact ? "" : figure.intervalNote.map { "no interval: \($0)" } ?? ""
  }

  /// Why the statistic cannot be compared with a published number; nil if it can.
  private static func obstacle(
    _ figure: MeasuredFigure, _ measured: Double?, _ isDebugBuild: Bool
  ) -> String? {
    let dependsOnTime = figure.dependsOnTime
    if isDebugBuild && dependsOnTime { return "a debug build, whose times mean nothing" }
    guard let measured else {
      guard figure.hasGoodTrials else { return "no trial succeeded" }
      return dependsOnTime
        ? "every trial ran in parallel with others, so no time counts" : "no trial has a value"
    }
    if measured.isFinite { return nil }
    let base = [
      figure.figure.relativeTo.map { _ in "'relative-to'" }, figure.figure.per.map { "'\($0)'" },
      figure.figure.table.map { _ in "'table'" },
    ].compactMap { $0 }.joined(separator: " or ")
    return "the figure is not finite"
      + (base.isEmpty ? "" : "; check whether its base, the value of \(base), is 0")
  }
}

extension [ClaimResult] {
  var csv: String {
    csvText(
      self,
      [
        ("claim", { .text($0.claim.claim) }), ("source", { .text($0.claim.source) }),
        ("machine", { .text($0.claim.machine) }),
        ("measured_by", { .text($0.claim.measuredBy.rawValue) }),
        ("column", { .text($0.claim.figure.column) }),
        ("statistic", { .text($0.claim.figure.statistic.rawValue) }),
        ("relative", { Field($0.claim.figure.isRatio) }), ("n", { .integer($0.count) }),
        ("published", { .number($0.claim.value) }), ("measured", { Field($0.measured) }),
        ("low", { Field($0.interval?.lowerBound) }), ("high", { Field($0.interval?.upperBound) }),
        ("ratio", { Field($0.ratio) }), ("tolerance", { .number($0.claim.tolerance) }),
        ("verdict", { .text($0.verdict.rawValue) }), ("holds", { Field($0.holds) }),
        ("reason", { .text($0.reason) }), ("stand_in", { .text($0.claim.standIn) }),
        ("note", { .text($0.claim.note) }),
      ])
  }
}

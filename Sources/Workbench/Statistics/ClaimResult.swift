import ForceLabPlugins

public struct ClaimResult: Sendable {
  public let claim: PublishedClaim
  public let column: Column
  public let count: Int
  public let measured: Double?
  /// The 95 % confidence interval of `measured`; nil if there is none.
  public let interval: ClosedRange<Double>?
  public let verdict: PublishedClaim.Verdict
  /// Why the two cannot be compared, or why the result was expected; else empty.
  public let reason: String

  public var ratio: Double? { measured.flatMap { claim.value == 0 ? nil : $0 / claim.value } }

  /// Whether the claim is reproduced, exceeded, or different as expected.
  public var holds: Bool { verdict == .reproduced || verdict == .faster || verdict == claim.expect }

  /// Times of a debug build mean nothing.
  init(
    _ claim: PublishedClaim, _ figure: PlannedFigure, in summary: Summary, isDebugBuild: Bool
  ) {
    self.claim = claim
    column = summary.column(figure.figure.column)
    (count, interval) = (figure.count(in: summary), figure.interval(in: summary))
    measured = figure.value(in: summary)
    let obstacle =
      isDebugBuild && column.isTime
      ? "a debug build, whose times mean nothing"
      : Self.obstacle(figure, measured, isOfTimes: column.isTime, in: summary)
    let verdict =
      obstacle == nil
      ? Self.verdict(claim, measured ?? .nan, isOfTimes: column.isTime) : .notComparable
    self.verdict = verdict
    let expected = claim.expect.map {
      verdict == $0 ? claim.because : "\($0.expectation): \(claim.because)"
    }
    reason = obstacle ?? expected ?? ""
  }

  private static func verdict(_ claim: PublishedClaim, _ measured: Double, isOfTimes: Bool)
    -> PublishedClaim.Verdict
  {
    let ratio = measured / claim.value
    if measured == claim.value || (1 / claim.tolerance...claim.tolerance).contains(ratio) {
      return .reproduced
    }
    guard isOfTimes else { return .differs }
    let isLess = measured < claim.value
    if claim.figure.isRatio { return isLess ? .smaller : .greater }
    return isLess ? .faster : .slower
  }

  /// Why the statistic cannot be compared with a published number; nil if it can.
  private static func obstacle(
    _ figure: PlannedFigure, _ measured: Double?, isOfTimes: Bool, in summary: Summary
  ) -> String? {
    guard let measured else {
      let hasGood = [figure.rows, figure.base].filter { !$0.isEmpty }.allSatisfy { rows in
        rows.contains { summary.rows[$0 - 1].good > 0 }
      }
      guard hasGood else { return "no trial succeeded" }
      return isOfTimes
        ? "every trial ran in parallel with others, so no time counts" : "no trial has a value"
    }
    return measured.isFinite ? nil : "the figure is not finite"
  }
}

extension [ClaimResult] {
  var csv: String {
    let header = [
      "claim", "source", "machine", "column", "statistic", "relative", "n", "published", "measured",
      "low", "high", "ratio", "tolerance", "verdict", "holds", "reason", "stand_in", "note",
    ]
    return csvLine(header)
      + map { result in
        let (claim, figure) = (result.claim, result.claim.figure)
        return csvLine([
          .text(claim.claim), .text(claim.source), .text(claim.machine), .text(figure.column),
          .text(figure.statistic.rawValue), .text(figure.isRatio ? "true" : "false"),
          .integer(result.count), .number(claim.value), Field(result.measured),
          Field(result.interval?.lowerBound), Field(result.interval?.upperBound),
          Field(result.ratio), .number(claim.tolerance), .text(result.verdict.rawValue),
          .text(result.holds ? "true" : "false"), .text(result.reason), .text(claim.standIn),
          .text(claim.note),
        ])
      }.joined()
  }
}

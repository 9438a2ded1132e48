import Foundation

/// The geometric mean of ratios, with the 95 % confidence interval of Student's t of their logarithms.
public struct GeometricMean: Encodable, Sendable {
  public let count: Int
  public let value: Double
  /// The bounds of the interval; nil for a single ratio, and if fewer than six are above the minimum, where it would
  /// miss the mean too often.
  public let low: Double?
  public let high: Double?

  private static let minAbove = 6

  /// Nil without ratios, or if one is not above zero or not finite. The interval has only ratios of at least
  /// `minimum`, such as 1 for ratios to the best, which is that of many ratios.
  public init?(_ ratios: [Double], atLeast minimum: Double = 0) {
    guard !ratios.isEmpty, ratios.allSatisfy({ $0 > 0 && $0.isFinite }),
      let statistics = Statistics(ratios.map { log($0) })
    else { return nil }
    count = ratios.count
    value = exp(statistics.mean)
    guard value.isFinite else { return nil }
    let reach = statistics.standardDeviation.map {
      $0 / Double(ratios.count).squareRoot()
        * Distribution.student(tail: 0.025, degrees: Double(ratios.count - 1))
    }
    let bounds = reach.map { (exp(statistics.mean - $0), exp(statistics.mean + $0)) }
    let isKnown = minimum == 0 || ratios.count { $0 > minimum } >= Self.minAbove
    (low, high) =
      isKnown && bounds?.1.isFinite == true
      ? (bounds.map { max(minimum, $0.0) }, bounds?.1) : (nil, nil)
  }
}

import Foundation

/// Where the level of a series of values changes, by Pettitt's test: the place at which the ranks before and after differ most.
///
/// Source: A. N. Pettitt, “A non-parametric approach to the change-point problem”, 1979; p is its approximation,
/// 2·exp(−6K²/(n³ + n²)). Cost: quadratic.
public struct ChangePoint: Sendable {
  /// The first value after the change.
  public let index: Int
  public let p: Double
  /// The median of the values after the change divided by that before it; nil if one is zero or they have other signs.
  public let ratio: Double?

  /// With fewer values, p cannot be below 5 %.
  public static let minValues = 11

  /// Nil with too few values, or if all are equal.
  public init?(_ values: [Double]) {
    let count = values.count
    guard count >= Self.minValues else { return nil }
    var (sum, best, place) = (0, 0, 0)
    for index in 0..<count - 1 {
      // U of the first values, from that of one value less: Pettitt's V.
      for other in values { sum += other > values[index] ? -1 : other < values[index] ? 1 : 0 }
      if abs(sum) > best { (best, place) = (abs(sum), index + 1) }
    }
    guard best > 0 else { return nil }
    let n = Double(count)
    p = min(1, 2 * exp(-6 * Double(best) * Double(best) / (n * n * n + n * n)))
    index = place
    let before = Statistics.median(of: Array(values[..<place])) ?? 0
    let after = Statistics.median(of: Array(values[place...])) ?? 0
    ratio = before * after > 0 ? after / before : nil
  }
}

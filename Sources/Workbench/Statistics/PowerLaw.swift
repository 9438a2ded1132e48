import Foundation

/// A power law y = factor · x^exponent by least squares of logarithms, with Student's 95 % interval of the exponent.
public struct PowerLaw: Encodable, Sendable {
  public let count: Int
  public let exponent: Double
  /// The bounds of the interval.
  public let low: Double
  public let high: Double
  public let factor: Double

  /// Leaves out pairs that are not above zero. Nil for fewer than three others, equal x, or a number that overflows.
  public init?(_ points: [(x: Double, y: Double)]) {
    let logarithms = points.filter { $0.x > 0 && $0.y > 0 && $0.x.isFinite && $0.y.isFinite }
      .map { (x: log($0.x), y: log($0.y)) }
    guard logarithms.count > 2 else { return nil }
    let n = Double(logarithms.count)
    let x = logarithms.reduce(0) { $0 + $1.x } / n
    let y = logarithms.reduce(0) { $0 + $1.y } / n
    let spread = logarithms.reduce(0) { $0 + ($1.x - x) * ($1.x - x) }
    guard spread > 1e-20 * n else { return nil }
    let slope = logarithms.reduce(0) { $0 + ($1.x - x) * ($1.y - y) } / spread
    let residue = logarithms.reduce(0) { sum, point in
      let rest = point.y - y - slope * (point.x - x)
      return sum + rest * rest
    }
    let reach =
      (residue / (n - 2) / spread).squareRoot() * Distribution.student(tail: 0.025, degrees: n - 2)
    count = logarithms.count
    (exponent, low, high) = (slope, slope - reach, slope + reach)
    factor = exp(y - slope * x)
    guard factor.isFinite, reach.isFinite else { return nil }
  }

  /// `∝ n^1.35`.
  public var text: String { "∝ n^\(String(format: "%.2f", exponent))" }
}

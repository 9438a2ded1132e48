import Foundation

/// Tail probabilities of the distributions of test statistics, with relative errors near 1e-13.
enum Distribution {
  /// P(X ≥ x) of Fisher's F distribution.
  static func fTail(_ x: Double, _ numerator: Double, _ denominator: Double) -> Double {
    if x <= 0 { return 1 }
    guard x.isFinite else { return 0 }
    return beta(denominator / (denominator + numerator * x), denominator / 2, numerator / 2)
  }

  /// The t that Student's distribution exceeds with probability `tail`, below one half.
  static func student(tail: Double, degrees: Double) -> Double {
    bisection { beta(degrees / (degrees + $0 * $0), degrees / 2, 0.5) / 2 <= tail }
  }

  /// The smallest x ≥ 0 for which `isReached`, which holds for all greater x.
  private static func bisection(_ isReached: (Double) -> Bool) -> Double {
    var (low, high) = (0.0, 1.0)
    while !isReached(high) && high < 1e300 { (low, high) = (high, 2 * high) }
    while true {
      let middle = low + (high - low) / 2
      if middle <= low || middle >= high { return high }
      if isReached(middle) { high = middle } else { low = middle }
    }
  }

  /// The regularized incomplete beta function I(x; a, b) by Lentz's continued fraction. Source: Press et
  /// al., Numerical Recipes, 3rd edition 2007, 6.4.
  private static func beta(_ x: Double, _ a: Double, _ b: Double) -> Double {
    if x <= 0 { return 0 }
    if x >= 1 { return 1 }
    let scale = lgamma(a + b) - lgamma(a) - lgamma(b)
    let front = exp(scale + a * log(x) + b * log1p(-x))
    return x < (a + 1) / (a + b + 2)
      ? front * betaFraction(x, a, b) / a : 1 - front * betaFraction(1 - x, b, a) / b
  }

  private static func betaFraction(_ x: Double, _ a: Double, _ b: Double) -> Double {
    var fraction = ContinuedFraction(1 / (1 - (a + b) * x / (a + 1)))
    for n in 1..<maxSteps {
      let m = Double(n)
      _ = fraction.advance(m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)))
      let odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
      if fraction.advance(odd) { break }
    }
    return fraction.value
  }

  /// Enough for parameters of some millions.
  private static let maxSteps = 100_000

  /// Lentz's method: the value of 1/(1 + a₁/(1 + a₂/…)) so far.
  private struct ContinuedFraction {
    private(set) var value: Double
    private var numerator = 1.0
    private var denominator: Double

    init(_ first: Double) { (value, denominator) = (first, first) }

    /// Returns whether the value no longer changes.
    mutating func advance(_ a: Double) -> Bool {
      denominator = 1 / Self.nonzero(1 + a * denominator)
      numerator = Self.nonzero(1 + a / numerator)
      let factor = numerator * denominator
      value *= factor
      return (factor - 1).magnitude < 1e-16
    }

    private static func nonzero(_ value: Double) -> Double {
      value.magnitude < 1e-300 ? 1e-300 : value
    }
  }
}

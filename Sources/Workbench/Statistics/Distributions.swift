import Foundation

/// Tail probabilities of the distributions of test statistics, with relative errors near 1e-13, which grow with the
/// degrees of freedom to 1e-10 for 100 000 and 1e-9 for a million.
enum Distribution {
  /// P(X ≥ x) of Fisher's F distribution.
  static func fTail(_ x: Double, _ numerator: Double, _ denominator: Double) -> Double {
    if x <= 0 { return 1 }
    guard x.isFinite else { return 0 }
    return beta(denominator / (denominator + numerator * x), denominator / 2, numerator / 2)
  }

  /// The t that Student's distribution exceeds with probability `tail`, below one half: by bisection.
  static func student(tail: Double, degrees: Double) -> Double {
    func isReached(_ t: Double) -> Bool {
      beta(degrees / (degrees + t * t), degrees / 2, 0.5) / 2 <= tail
    }
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

  /// 1/(1 + a₁/(1 + a₂/…)), by Lentz's method, until it no longer changes.
  private static func betaFraction(_ x: Double, _ a: Double, _ b: Double) -> Double {
    func nonzero(_ value: Double) -> Double { value.magnitude < 1e-300 ? 1e-300 : value }
    var (numerator, denominator) = (1.0, 1 / (1 - (a + b) * x / (a + 1)))
    var value = denominator
    // Enough for parameters of some millions.
    for n in 1..<100_000 {
      let m = Double(n)
      let even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
      let odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
      var factor = 1.0
      for coefficient in [even, odd] {
        denominator = 1 / nonzero(1 + coefficient * denominator)
        numerator = nonzero(1 + coefficient / numerator)
        factor = numerator * denominator
        value *= factor
      }
      if (factor - 1).magnitude < 1e-16 { break }
    }
    return value
  }
}

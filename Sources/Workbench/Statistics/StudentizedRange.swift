import Foundation

/// The distribution of the range of `count` independent standard normal variables: the studentized
/// range with infinitely many degrees of freedom.
public struct StudentizedRange: Sendable {
  private let count: Int

  /// `count` is at least two.
  public init(_ count: Int) { self.count = count }

  /// P(range ≤ q) = k ∫ φ(z) (Φ(z) − Φ(z − q))^(k−1) dz, where z is the maximum.
  func probability(_ q: Double) -> Double {
    // The trapezoidal rule converges exponentially for a smooth function that vanishes at both ends.
    let step = 1.0 / 64
    let sum = stride(from: -9.0, through: 9.0, by: step).reduce(0) { sum, z in
      let inside = Distribution.normal(z) - Distribution.normal(z - q)
      return sum + exp(-z * z / 2) * pow(inside, Double(count - 1))
    }
    return min(1, Double(count) * sum * step / (2 * Double.pi).squareRoot())
  }

  /// The q that the range exceeds with probability `tail`.
  public func quantile(tail: Double) -> Double {
    Distribution.bisection { 1 - probability($0) <= tail }
  }

  /// The smallest difference of mean ranks over `cases` that is significant at 5 % in a comparison of
  /// all pairs of `algorithms` (Nemenyi's test).
  ///
  /// Source: Demšar, Statistical Comparisons of Classifiers over Multiple Data Sets, 2006, 3.2.2.
  public static func criticalDifference(algorithms: Int, cases: Int) -> Double {
    let k = Double(algorithms)
    return StudentizedRange(algorithms).quantile(tail: 0.05) / 2.0.squareRoot()
      * (k * (k + 1) / (6 * Double(cases))).squareRoot()
  }
}

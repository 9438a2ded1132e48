/// The share of cases that an algorithm solves within a factor of the best algorithm of the case.
///
/// Source: Dolan and Moré, Benchmarking Optimization Software with Performance Profiles, 2002.
public struct PerformanceProfile: Sendable {
  private let sorted: [Double]

  /// `ratios` are those of the algorithm to the best, from 1, one for each case; +∞ for a failure.
  public init(ratios: [Double]) { sorted = ratios.sorted() }

  /// The share of cases with a ratio of at most `factor`, from 0 to 1.
  public subscript(factor: Double) -> Double {
    sorted.isEmpty ? 0 : Double(sorted.count { $0 <= factor }) / Double(sorted.count)
  }

  /// The finite ratios at which the share grows, in ascending order.
  public var steps: [Double] {
    sorted.filter(\.isFinite).reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }

  /// The ratios of the costs of all algorithms on one case to the smallest. Zeros have the ratio 1 if the
  /// smallest is zero, and others then +∞. Nil if a cost is below zero or all are infinite.
  public static func ratios(_ costs: [Double]) -> [Double]? {
    guard let best = costs.min(), best >= 0, best.isFinite else { return nil }
    return costs.map { $0 == best ? 1 : best > 0 ? $0 / best : .infinity }
  }

  /// The same for `values` of which the largest is best; −∞ stands for a failure.
  public static func ratios(largestBest values: [Double]) -> [Double]? {
    guard let best = values.max(), best.isFinite, values.allSatisfy({ $0 >= 0 || $0 == -.infinity })
    else { return nil }
    return values.map { $0 == best ? 1 : $0 > 0 ? best / $0 : .infinity }
  }
}

import ForceLabPlugins

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

  /// By which factor, from 1, each of `values`, those of all algorithms on one case, is worse than the best of them. A
  /// failure, nil, is infinitely worse. Nil if a value is below zero, or if all failed.
  public static func ratios(of values: [Double?], _ better: Column.Better) -> [Double]? {
    let known = values.compactMap { $0 }
    guard let best = better == .lower ? known.min() : known.max(), best.isFinite,
      known.allSatisfy({ $0 >= 0 })
    else { return nil }
    return values.map { value in
      guard let value else { return .infinity }
      let (low, high) = (min(value, best), max(value, best))
      return low == high ? 1 : high / low
    }
  }
}

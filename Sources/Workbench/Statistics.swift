import Plugins

/// The `part`-quantile of `sorted` numbers, between neighbours in proportion (numpy's default,
/// Hyndman and Fan's type 7). There must be at least one number.
func quantile(_ sorted: [Double], _ part: Double) -> Double {
  let place = part * Double(sorted.count - 1)
  let below = Int(place)
  guard below + 1 < sorted.count, place > Double(below) else { return sorted[below] }
  return sorted[below] + (place - Double(below)) * (sorted[below + 1] - sorted[below])
}

/// What repeated measurements of one thing amount to.
public struct Statistics: Sendable, Hashable {
  /// How many numbers there are.
  public let count: Int
  /// The middle one.
  public let median: Double
  /// Their mean.
  public let mean: Double
  /// The 95 % bootstrap confidence interval of the median; nil with fewer than five numbers.
  public let interval: ClosedRange<Double>?

  /// The fewest numbers that give a confidence interval.
  public static let leastForInterval = 5
  private static let resamples = 1000

  /// The statistics of `values`; nil if there are none. Cost: a thousand resamples.
  public init?(_ values: [Double]) {
    guard let first = values.first else { return nil }
    let sorted = values.sorted()
    count = values.count
    median = quantile(sorted, 0.5)
    // A mean of equal numbers is that number, whatever rounding says.
    mean = sorted.last == sorted.first ? first : values.reduce(0, +) / Double(values.count)
    interval = Self.bootstrap(sorted)
  }

  /// Percentile bootstrap (Efron 1979), seeded, so that the same numbers give the same interval.
  private static func bootstrap(_ sorted: [Double]) -> ClosedRange<Double>? {
    guard sorted.count >= leastForInterval, sorted.allSatisfy(\.isFinite) else { return nil }
    if sorted.first == sorted.last { return sorted[0]...sorted[0] }
    var generator = SeededGenerator(seed: 0)
    let medians = (0..<resamples).map { _ in
      quantile(sorted.map { _ in sorted[generator.index(below: sorted.count)] }.sorted(), 0.5)
    }.sorted()
    return quantile(medians, 0.025)...quantile(medians, 0.975)
  }
}

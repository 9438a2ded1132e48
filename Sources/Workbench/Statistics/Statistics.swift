import ForceLabAverages
import ForceLabPlugins

/// The `part`-quantile of `sorted` numbers, between neighbours in proportion (numpy's default,
/// Hyndman and Fan's type 7). There must be at least one number.
public func quantile(_ sorted: [Double], _ part: Double) -> Double {
  let place = part * Double(sorted.count - 1)
  let below = Int(place)
  guard below + 1 < sorted.count, place > Double(below), sorted[below] < sorted[below + 1] else {
    return sorted[below]
  }
  return sorted[below] + (place - Double(below)) * (sorted[below + 1] - sorted[below])
}

/// What repeated measurements of one thing amount to, each in the unit of the measurements.
public struct Statistics: Sendable, Hashable {
  /// How many numbers there are.
  public let count: Int
  /// Their mean; of whole numbers, such as times in nanoseconds, that of their exact sum.
  public let mean: Double
  /// The middle one.
  public let median: Double
  /// The standard deviation of a sample (n − 1); nil with one number, or if one is not finite.
  public let standardDeviation: Double?
  /// The median of the distances from the median, as it is (for numbers of a normal distribution
  /// 1.4826 of it is the standard deviation); nil if a number is not finite.
  public let medianDeviation: Double?
  /// The least.
  public let minimum: Double
  /// The greatest.
  public let maximum: Double
  /// The 95 % bootstrap confidence interval of the median; nil with fewer than five numbers, or if
  /// one is not finite.
  public let interval: ClosedRange<Double>?
  /// How many lie beyond Tukey's fences, 1.5 interquartile ranges outside the quartiles. They are
  /// counted here and left in everywhere else.
  public let outliers: Int

  /// The names of those that are numbers, as columns of `summary.csv` begin.
  public static let numberNames = [
    "n", "median", "mean", "sd", "mad", "minimum", "maximum", "low", "high", "outliers",
  ]

  /// What they are called in titles, before the name of the measure.
  static let titles = [
    "n": "number of", "median": "median", "mean": "mean", "sd": "standard deviation of",
    "mad": "median deviation of", "minimum": "least", "maximum": "greatest", "low": "95 % low of",
    "high": "95 % high of", "outliers": "outliers of",
  ]

  /// The one called `name`, nil if there is none or it has no value.
  public func number(_ name: String) -> Double? {
    switch name {
    case "n": Double(count)
    case "median": median
    case "mean": mean
    case "sd": standardDeviation
    case "mad": medianDeviation
    case "minimum": minimum
    case "maximum": maximum
    case "low": interval?.lowerBound
    case "high": interval?.upperBound
    case "outliers": Double(outliers)
    default: nil
    }
  }

  /// The fewest numbers that give a confidence interval.
  public static let leastForInterval = 5
  private static let resamples = 1000

  /// The statistics of `values`; nil if there are none. Cost: a thousand resamples.
  public init?(_ values: [Double]) {
    let sorted = values.sorted()
    guard let first = sorted.first, let last = sorted.last else { return nil }
    count = values.count
    mean = Self.mean(sorted)
    median = quantile(sorted, 0.5)
    minimum = first
    maximum = last
    let isFinite = sorted.allSatisfy(\.isFinite)
    standardDeviation = count > 1 ? Self.standardDeviation(sorted, about: mean) : nil
    medianDeviation = Self.medianDistance(sorted, from: median)
    interval = isFinite && count >= Self.leastForInterval ? Self.bootstrap(sorted) : nil
    outliers = isFinite ? Self.outliers(sorted) : 0
  }

  /// The middle one of `values`, or the mean of the middle two; nil if there are none.
  public static func median(of values: [Double]) -> Double? {
    values.isEmpty ? nil : quantile(values.sorted(), 0.5)
  }

  /// How the interval was found, `bootstrap`, or why there is none, such as `needs 5 repeats, has 3`.
  public var intervalNote: String {
    if interval != nil { return "bootstrap" }
    guard count >= Self.leastForInterval else {
      return "needs \(Self.leastForInterval) repeats, has \(count)"
    }
    return "not finite"
  }

  private static func mean(_ sorted: [Double]) -> Double {
    // A mean of equal numbers is that number, whatever rounding says.
    if sorted.first == sorted.last { return sorted[0] }
    var whole = RunningMean()
    for value in sorted {
      guard let integer = Int64(exactly: value) else {
        return inexactMean(sorted)
      }
      whole.add(integer)
    }
    return whole.value
  }

  private static func inexactMean(_ values: [Double]) -> Double {
    let count = Double(values.count)
    let sum = values.reduce(0, +)
    // Of numbers whose sum is too great, the parts are summed.
    return sum.isFinite ? sum / count : values.reduce(0) { $0 + $1 / count }
  }

  private static func standardDeviation(_ sorted: [Double], about mean: Double) -> Double? {
    let greatest = sorted.reduce(0) { max($0, ($1 - mean).magnitude) }
    guard greatest.isFinite else { return nil }
    guard greatest > 0 else { return 0 }
    // At a scale where squares neither overflow nor vanish.
    let squares = sorted.reduce(0) { sum, value in
      let part = (value - mean) / greatest
      return sum + part * part
    }
    return greatest * (squares / Double(sorted.count - 1)).squareRoot()
  }

  private static func medianDistance(_ sorted: [Double], from median: Double) -> Double? {
    let distance = quantile(sorted.map { ($0 - median).magnitude }.sorted(), 0.5)
    return distance.isFinite ? distance : nil
  }

  /// Source: Tukey, Exploratory Data Analysis, 1977.
  private static func outliers(_ sorted: [Double]) -> Int {
    let (low, high) = (quantile(sorted, 0.25), quantile(sorted, 0.75))
    let reach = 1.5 * (high - low)
    return sorted.count { $0 < low - reach || $0 > high + reach }
  }

  /// Percentile bootstrap (Efron 1979), seeded, so that the same numbers give the same interval.
  private static func bootstrap(_ sorted: [Double]) -> ClosedRange<Double> {
    if sorted.first == sorted.last { return sorted[0]...sorted[0] }
    var generator = SeededGenerator(seed: 0)
    // How often each number is drawn says as much as the sorted resample, and needs no sorting.
    var draws = [Int32](repeating: 0, count: sorted.count)
    let medians = (0..<resamples).map { _ in
      for index in draws.indices { draws[index] = 0 }
      for _ in draws.indices { draws[generator.index(below: sorted.count)] += 1 }
      return median(of: sorted, draws)
    }.sorted()
    return quantile(medians, 0.025)...quantile(medians, 0.975)
  }

  /// The median of the resample in which each number of `sorted` is as often as `draws` says.
  private static func median(of sorted: [Double], _ draws: [Int32]) -> Double {
    var index = 0
    var seen = Int(draws[0])
    func number(_ place: Int) -> Double {
      while seen <= place {
        index += 1
        seen += Int(draws[index])
      }
      return sorted[index]
    }
    return quantile([number((sorted.count - 1) / 2), number(sorted.count / 2)], 0.5)
  }
}

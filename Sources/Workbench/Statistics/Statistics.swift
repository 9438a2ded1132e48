import ForceLabPlugins
import ForceLabSettings

/// Interpolated linearly (Hyndman and Fan's type 7) between `sorted` numbers, at least one. Beside an infinite
/// number, that number.
public func quantile(_ sorted: [Double], _ part: Double) -> Double {
  let position = part * Double(sorted.count - 1)
  let below = Int(clamping: position)
  guard below + 1 < sorted.count, position > Double(below), sorted[below] < sorted[below + 1],
    sorted[below] > -.infinity
  else { return sorted[below] }
  return sorted[below] + (position - Double(below)) * (sorted[below + 1] - sorted[below])
}

/// Descriptive statistics of repeated measurements, in the unit of the measurements.
public struct Statistics: Sendable, Hashable {
  public let count: Int
  /// The mean; for integers, such as times in nanoseconds, computed from their exact sum.
  public let mean: Double
  public let median: Double
  /// The sample standard deviation (n − 1); nil with one measurement, or if one is not finite.
  public let standardDeviation: Double?
  /// Unscaled; 1.4826 times it estimates a normal standard deviation. Nil if a measurement is not finite.
  public let medianDeviation: Double?
  public let minimum: Double
  public let maximum: Double
  /// 95 %, by the sign test; nil below six measurements, or if one is not finite.
  public let interval: ClosedRange<Double>?
  /// Measurements more than 1.5 interquartile ranges outside the quartiles (Tukey's fences).
  public let outliers: Int

  /// The numeric statistics: their names, as prefixes of columns of `summary.csv`, and in titles, before the measure.
  private static let numbers:
    [(name: String, title: String, value: @Sendable (Statistics) -> Double?)] = [
      ("n", "number of", { Double($0.count) }), ("median", "median", { $0.median }),
      ("mean", "mean", { $0.mean }), ("sd", "standard deviation of", { $0.standardDeviation }),
      ("mad", "median deviation of", { $0.medianDeviation }),
      ("minimum", "minimum", { $0.minimum }),
      ("maximum", "maximum", { $0.maximum }), ("low", "95 % low of", { $0.interval?.lowerBound }),
      ("high", "95 % high of", { $0.interval?.upperBound }),
      ("outliers", "outliers of", { Double($0.outliers) }),
    ]

  public static let numberNames = numbers.map(\.name)
  static let titles = Dictionary(uniqueKeysWithValues: numbers.map { ($0.name, $0.title) })

  public func number(_ name: String) -> Double? {
    Self.numbers.first { $0.name == name }?.value(self)
  }

  /// The statistics of `values`; nil if there are none. Cost: n log n.
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
    interval = isFinite ? SignTest.interval(of: sorted) : nil
    outliers = isFinite ? Self.outliers(sorted) : 0
  }

  public static func median(of values: [Double]) -> Double? {
    values.isEmpty ? nil : quantile(values.sorted(), 0.5)
  }

  /// The median of finite `values` and of `failed` trials, which are the worst. Nil if these are at least half.
  public static func median(of values: [Double], failed: Int, _ better: Column.Better) -> Double? {
    guard failed < values.count else { return nil }
    let costs = values.map { better.costSign * $0 }.sorted()
    return better.costSign * quantile(costs + Array(repeating: .infinity, count: failed), 0.5)
  }

  /// The method of the interval, or why there is none: `needs 6 repeats, has 3`. `unit` is what measurements are of.
  public func intervalNote(hasCopies: Bool = false, of unit: String? = nil) -> String {
    if interval != nil { return "sign test over repeats" }
    guard count >= SignTest.minPairs else {
      let unit = unit ?? (hasCopies ? "distinct results" : "repeats")
      return "needs \(SignTest.minPairs) \(unit), has \(count)"
    }
    return "not finite"
  }

  private static func mean(_ sorted: [Double]) -> Double {
    // Rounding must not change the mean of equal numbers.
    if sorted.first == sorted.last { return sorted[0] }
    let count = Double(sorted.count)
    let integers = sorted.compactMap { Int64(exactly: $0) }
    if integers.count == sorted.count {
      return Double(integers.reduce(Int128(0)) { $0 + Int128($1) }) / count
    }
    let sum = sorted.reduce(0, +)
    // A sum may overflow although the mean does not.
    return sum.isFinite ? sum / count : sorted.reduce(0) { $0 + $1 / count }
  }

  private static func standardDeviation(_ sorted: [Double], about mean: Double) -> Double? {
    let largest = sorted.reduce(0) { max($0, ($1 - mean).magnitude) }
    guard mean.isFinite, largest.isFinite else { return nil }
    guard largest > 0 else { return 0 }
    // Scaled, so that squares neither overflow nor vanish.
    let squares = sorted.reduce(0) { sum, value in
      let part = (value - mean) / largest
      return sum + part * part
    }
    return largest * (squares / Double(sorted.count - 1)).squareRoot()
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
}

import ForceLabPlugins

/// A sample: its mean and the residuals.
struct Residuals {
  let units: [Int]
  private(set) var values: [Double]

  init(_ sample: StatementFamily.Sample) {
    let isFinite = sample.allSatisfy(\.value.isFinite)
    (units, values) = isFinite ? (sample.map(\.unit), sample.map(\.value)) : ([], [])
    // Values that differ by rounding alone are equal.
    if let low = values.min(), let high = values.max(),
      high - low <= 1e-12 * max(low.magnitude, high.magnitude)
    {
      values = values.map { _ in low }
    }
  }

  private var median: Double { Statistics.median(of: values) ?? 0 }

  /// The median distance from the median, as the standard deviation of a normal distribution; zero if
  /// it is that of rounding.
  var deviation: Double {
    let (median, reach) = (median, values.reduce(0) { max($0, $1.magnitude) })
    let distance = Statistics.median(of: values.map { ($0 - median).magnitude }) ?? 0
    return distance > 1e-12 * reach ? 1.4826 * distance : 0
  }

  private static let maxDeviations = 4.0

  /// The `samples` of a statement with outliers moved to four deviations from the median. The smaller one of two
  /// modes is no outlier. So no value of two samples is moved nearer than the limit of the other sample. Where
  /// nothing differs, the values of pairs may change their signs: no magnitude is moved below the median of all,
  /// unless so few have the other sign that they hardly are a mode.
  static func clamped(_ samples: [Self], atLeast deviation: Double) -> [Self] {
    let limits = samples.map { maxDeviations * max($0.deviation, deviation) }
    guard limits.allSatisfy({ $0 > 0 }) else { return samples }
    return samples.indices.map { index in
      let other = samples.count - 1 - index
      let (center, values) = (samples[index].median, samples[index].values)
      let (mirrored, reach) =
        samples.count > 1
        ? (-samples[other].median, limits[other])
        : hasClearSign(values)
          ? (center, limits[index]) : (0, Statistics.median(of: values.map(\.magnitude)) ?? 0)
      let low = min(center - limits[index], mirrored - reach)
      let high = max(center + limits[index], mirrored + reach)
      var clamped = samples[index]
      clamped.values = values.map { min(max($0, low), high) }
      return clamped
    }
  }

  /// Whether hardly as few values would have the other sign if either were as likely.
  private static func hasClearSign(_ values: [Double]) -> Bool {
    let others = min(values.count { $0 < 0 }, values.count { $0 > 0 })
    return SignTest.p(others, of: values.count) <= 0.005
  }

  var count: Double { Double(values.count) }
  /// Rounding must not change the mean of equal values.
  var mean: Double {
    values.allSatisfy { $0 == values[0] } ? values.first ?? 0 : values.reduce(0, +) / count
  }

  var variance: Double {
    let mean = mean
    return values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (count - 1)
  }

  /// The minimum in a draw, as a part of the variance of the sample. Two values, each in half of
  /// the repeats, have a draw without variance: no statement of six repeats would be significant.
  private static let minVariance = 0.05

  /// The means and variances of the residuals with each of the `signs`.
  func drawn(_ signs: RandomSigns) -> (means: [Double], variances: [Double]) {
    let mean = mean
    // Residuals vary less than errors do.
    let residuals = values.map { ($0 - mean) * (count / (count - 1)).squareRoot() }
    let squares = residuals.reduce(0) { $0 + $1 * $1 }
    var sums = [Double](repeating: 0, count: signs.count)
    for (unit, residual) in zip(units, residuals) {
      let row = signs[unit]
      for draw in sums.indices { sums[draw] += row[draw] * residual }
    }
    let means = sums.map { $0 / count }
    let minimum = Self.minVariance * squares / count
    return (means, means.map { max(minimum, (squares - count * $0 * $0) / (count - 1)) })
  }
}

/// Draws of a sign for each repeat: all that differ if these are few, else a thousand.
struct RandomSigns {
  private static let maxDraws = 999
  private static let minDraws = 199
  private static let maxCost = 100_000_000

  let count: Int
  private let rows: [Int: [Double]]

  /// `size` is the number of observations, each of which has to be drawn.
  init(units: [Int], size: Int) {
    let units = Set(units).sorted()
    let isComplete = units.count <= 10
    let count =
      isComplete
      ? 1 << max(0, units.count - 1)
      : max(Self.minDraws, min(Self.maxDraws, Self.maxCost / max(1, size)))
    self.count = count
    // Opposite signs give the same statistics, so that the first sign is fixed.
    let signs = units.enumerated().map { index, unit in
      var generator = SeededGenerator(seed: 1984, stream: UInt64(index))
      let row = (0..<count).map { draw -> Double in
        let isNegative =
          isComplete ? index > 0 && draw >> (index - 1) & 1 == 1 : generator.unit() < 0.5
        return isNegative ? -1 : 1
      }
      return (unit, row)
    }
    rows = Dictionary(uniqueKeysWithValues: signs)
  }

  subscript(unit: Int) -> [Double] { rows[unit] ?? [] }
}

import ForceLabAverages
import ForceLabPlugins
import Histogram

/// The clocked times of the steps of a trial: their total, mean and percentiles in little memory,
/// however many they are.
///
/// Percentiles come from a histogram with four significant digits (HdrHistogram, Tene 2012); the
/// total and the mean are exact.
public struct StepTimes: Sendable {
  /// How many steps there were.
  public private(set) var count = 0
  /// All of them together, in nanoseconds.
  public private(set) var total: Int64 = 0
  private var running = RunningMean()
  private var histogram = Histogram<UInt32>(numberOfSignificantValueDigits: .four)

  /// No steps.
  public init() {}

  /// Adds a step of `nanoseconds`; what a clock that went backwards gives counts as zero.
  public mutating func append(_ nanoseconds: Int64) {
    let nanoseconds = max(0, nanoseconds)
    count += 1
    total += nanoseconds
    running.add(nanoseconds)
    histogram.record(UInt64(nanoseconds))
  }

  /// The mean in nanoseconds, to the nearest; nil without steps.
  public var mean: Int64? { count == 0 ? nil : running.mean }

  /// The time in nanoseconds that `percent` of the steps do not exceed, to four digits; nil without
  /// steps.
  public func percentile(_ percent: Double) -> Int64? {
    count == 0 ? nil : Int64(min(histogram.valueAtPercentile(percent), histogram.maxRecorded))
  }

  /// Their columns of `trials.csv`.
  public static let columns: [Column] = [
    .time("wall_seconds", "time for all ticks", short: "time", use: .totalTime, importance: 4),
    .time("tick_ns_mean", "mean time per tick", importance: 0),
    .time("tick_ns_median", "time per tick", short: "tick", use: .stepTime, importance: 100),
    .time("tick_ns_p95", "95 % of ticks take less than", importance: 0),
  ]

  /// The values of `columns`.
  var fields: [Field] {
    guard count > 0 else { return Self.columns.map { _ in .none } }
    return [.number(Double(total) / 1e9)]
      + [mean, percentile(50), percentile(95)].map { $0.map { .integer(Int($0)) } ?? .none }
  }
}

extension StepTimes: ExpressibleByArrayLiteral {
  /// The times of these steps, in nanoseconds.
  public init(_ nanoseconds: some Sequence<Int64>) { nanoseconds.forEach { append($0) } }

  /// The times of these steps, in nanoseconds.
  public init(arrayLiteral nanoseconds: Int64...) { self.init(nanoseconds) }
}

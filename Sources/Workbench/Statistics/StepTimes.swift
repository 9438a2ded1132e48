import ForceLabAverages
import ForceLabPlugins

/// The times of the steps of a trial, of which `trials.csv` has total, mean and percentiles.
public struct StepTimes: Sendable, ExpressibleByArrayLiteral {
  /// The times in nanoseconds, in order.
  private var steps: [Int64] = []
  public private(set) var total: Int64 = 0

  public init() {}
  public init(_ nanoseconds: some Sequence<Int64>) { nanoseconds.forEach { append($0) } }
  public init(arrayLiteral nanoseconds: Int64...) { self.init(nanoseconds) }

  public var count: Int { steps.count }

  /// Adds a step of `nanoseconds`; negative times, from a clock that was set back, count as zero.
  public mutating func append(_ nanoseconds: Int64) {
    steps.append(max(0, nanoseconds))
    total += max(0, nanoseconds)
  }

  /// The mean in nanoseconds, rounded to nearest; nil without steps.
  public var mean: Int64? { steps.isEmpty ? nil : exactMean(steps) }

  /// By nearest rank.
  static func percentile(_ percent: Double, of sorted: [Int64]) -> Int64 {
    // One unit less, so that rounding never skips a rank.
    let rank = (percent.nextDown * Double(sorted.count) / 100).rounded(.up)
    return sorted[min(max(Int(clamping: rank), 1), sorted.count) - 1]
  }

  /// Their columns of `trials.csv`, and the time that the run spent on the trial besides them.
  public static let columns: [Column] = [
    total,
    .time("tick_ns_mean", "mean time per tick", importance: 0),
    .time("tick_ns_median", "time per tick", short: "tick", use: .stepTime, importance: 100),
    .time("tick_ns_p95", "95 % of ticks take less than", importance: 0),
    overhead,
  ]

  static let total = Column.time(
    "wall_seconds", "time for all ticks", short: "time", use: .totalTime, importance: 4)
  static let overhead = Column.time("overhead_seconds", "time outside the ticks", importance: 0)

  /// The values of `columns` except the last, which the runner adds.
  var fields: [Field] {
    guard let mean else { return [] }
    let sorted = steps.sorted()
    let times = [mean, Self.percentile(50, of: sorted), Self.percentile(95, of: sorted)]
    return [.number(Double(total) / 1e9)] + times.map { .integer(Int($0)) }
  }
}

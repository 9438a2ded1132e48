import ForceLabPlugins
import ForceLabWorkbench

/// The configuration with the best median of a measure.
public struct BestConfiguration: Encodable, Sendable {
  public let measure: String
  public let better: Column.Better
  public let configuration: Int
  public let settings: [String: String]
  public let median: Double
  /// The 95 % confidence interval of the median; nil with fewer than six distinct repeats.
  public let low: Double?
  public let high: Double?
  /// The other configurations whose median is as good, or lies in the interval.
  public let within: [Int]
  /// The number of configurations that have the measure.
  public let candidates: Int

  /// Of `rows`, all of the run by default. Nil if the measure has no better direction, or fewer than
  /// two configurations have it.
  init?(_ column: Column, in run: RunReader, among rows: [RunReader.Configuration]? = nil) {
    let known = (rows ?? run.configurations).compactMap { row in
      row.statistics[column.name].map { (row: row, median: $0) }
    }.filter { $0.median.value.isFinite }
    guard let better = column.better, known.count > 1,
      let best = known.min(by: { better.precedes($0.median.value.shown, $1.median.value.shown) })
    else { return nil }
    measure = column.name
    self.better = better
    configuration = best.row.number
    settings = run.settings(of: best.row)
    (median, low, high) =
      (best.median.value, best.median.interval?.lowerBound, best.median.interval?.upperBound)
    within = known.filter { other in
      other.row.number != best.row.number
        && (best.median.interval?.contains(other.median.value) ?? false
          || other.median.value.shown == best.median.value.shown)
    }.map(\.row.number)
    candidates = known.count
    isSame = known.allSatisfy { $0.median.value.shown == best.median.value.shown }
  }

  /// Whether no configuration can be distinguished from the best.
  var isShared: Bool { within.count + 1 == candidates }

  /// Whether all configurations have the same value.
  let isSame: Bool

  private enum CodingKeys: CodingKey {
    case measure, better, configuration, settings, median, low, high, within, candidates
  }
}

extension Column.Better {
  func precedes(_ a: Double, _ b: Double) -> Bool { self == .lower ? a < b : a > b }

  /// Such as “Shortest” for a time.
  func superlative(of column: Column) -> String {
    self == .higher
      ? "Highest" : column.isTime ? "Shortest" : column.use == .iterations ? "Fewest" : "Lowest"
  }
}

import ForceLabPlugins
import ForceLabWorkbench

/// The configurations that no other is better than in one measure without being worse in another, by
/// their medians.
public struct ParetoFront: Encodable, Sendable {
  public struct Point: Encodable, Sendable {
    public let configuration: Int
    public let settings: [String: String]
    /// The medians, in the order of `measures`.
    public let medians: [Double]
  }

  public let measures: [String]
  /// From the best by the first measure to the worst.
  public let points: [Point]
  /// The number of configurations that have all measures.
  public let candidates: Int

  /// Of `rows`, all of the run by default. Nil if a measure has no better direction, or fewer than two
  /// configurations have all measures. Cost: quadratic in the configurations at worst.
  init?(_ columns: [Column], in run: RunReader, among rows: [RunReader.Configuration]? = nil) {
    let better = columns.compactMap(\.better)
    let known = (rows ?? run.configurations).compactMap { row -> Point? in
      let medians = columns.compactMap { row.statistics[$0.name]?.median }.filter(\.isFinite)
      guard medians.count == columns.count else { return nil }
      return Point(
        configuration: row.number, settings: run.settings(of: row), medians: medians)
    }
    guard !columns.isEmpty, better.count == columns.count, known.count > 1 else { return nil }
    // Medians that tables print alike are equal.
    let medians = known.map { $0.medians.map(\.shown) }
    points = paretoFront(of: medians, better).map { known[$0] }
    measures = columns.map(\.name)
    candidates = known.count
  }
}

extension Double {
  /// Rounded to the digits that tables print.
  var shown: Double { isFinite ? Double(significant(self, digits: 4)) ?? self : self }
}

/// The indices of the points that no other is better than in one value without being worse in another,
/// from the best by the first value to the worst.
func paretoFront(of points: [[Double]], _ better: [Column.Better]) -> [Int] {
  let dominates = { (a: [Double], b: [Double]) in
    let pairs = zip(better, zip(a, b))
    return !pairs.contains { $0.precedes($1.1, $1.0) }
      && pairs.contains { $0.precedes($1.0, $1.1) }
  }
  // Sorted by the first value, a point is dominated only by earlier ones or by ties, so that the
  // points of the front so far suffice.
  let sorted = points.indices.sorted { a, b in
    let first = zip(better, zip(points[a], points[b])).first { $1.0 != $1.1 }
    return first.map { $0.precedes($1.0, $1.1) } ?? (a < b)
  }
  return sorted.reduce(into: []) { front, point in
    if !front.contains(where: { dominates(points[$0], points[point]) }) { front.append(point) }
  }
}

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
      row.statistics[column.name].map { (row: row, found: $0) }
    }
    guard let better = column.better, known.count > 1,
      let best = known.min(by: { better.precedes($0.found.median.shown, $1.found.median.shown) })
    else { return nil }
    measure = column.name
    self.better = better
    configuration = best.row.number
    settings = run.settings(of: best.row)
    (median, low, high) =
      (best.found.median, best.found.interval?.lowerBound, best.found.interval?.upperBound)
    within = known.filter { other in
      other.row.number != best.row.number
        && (best.found.interval?.contains(other.found.median) ?? false
          || other.found.median.shown == best.found.median.shown)
    }.map(\.row.number)
    candidates = known.count
    isSame = known.allSatisfy { $0.found.median.shown == best.found.median.shown }
  }

  /// Whether no configuration can be distinguished from the best.
  var isShared: Bool { within.count + 1 == candidates }

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

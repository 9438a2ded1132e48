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

  /// Nil if a measure has no better direction, or fewer than two configurations have all measures.
  /// Cost: quadratic in the configurations at worst.
  init?(_ columns: [Column], in run: RunReader) {
    let better = columns.compactMap(\.better)
    let known = run.configurations.compactMap { row -> Point? in
      let medians = columns.compactMap { row.statistics[$0.name]?.value }.filter(\.isFinite)
      guard medians.count == columns.count else { return nil }
      return Point(
        configuration: row.number, settings: run.settings(of: row), medians: medians)
    }
    guard !columns.isEmpty, better.count == columns.count, known.count > 1 else { return nil }
    let dominates = { (a: Point, b: Point) in
      let pairs = zip(better, zip(a.medians, b.medians))
      return !pairs.contains { $0.precedes($1.1, $1.0) }
        && pairs.contains { $0.precedes($1.0, $1.1) }
    }
    // Sorted by the first measure, a point is dominated only by earlier ones or by ties, so that the
    // points of the front so far suffice.
    let sorted = known.sorted { a, b in
      let first = zip(better, zip(a.medians, b.medians)).first { $1.0 != $1.1 }
      return first.map { $0.precedes($1.0, $1.1) } ?? (a.configuration < b.configuration)
    }
    points = sorted.reduce(into: []) { front, point in
      if !front.contains(where: { dominates($0, point) }) { front.append(point) }
    }
    measures = columns.map(\.name)
    candidates = known.count
  }
}

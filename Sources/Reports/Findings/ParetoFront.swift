import ForceLabPlugins
import ForceLabWorkbench

/// The configurations of which no other is shown to be better in one measure without being worse in
/// another.
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
  /// Whether there are enough repeats to leave out a configuration.
  let hasStatements: Bool

  private enum CodingKeys: CodingKey { case measures, points, candidates }

  /// A configuration is left out if another is worse in no median, and better in a measure by a statement
  /// that holds with all others of the report. Nil if fewer than two configurations have all measures.
  /// Cost: quadratic in the configurations.
  init?(_ choices: [Choice], _ judged: JudgedStatements, in run: RunReader) {
    let numbers = choices[0].medians.keys.sorted().filter { number in
      choices.allSatisfy { $0.medians[number] != nil }
    }
    guard numbers.count > 1 else { return nil }
    let medians = numbers.map { number in choices.compactMap { $0.medians[number] } }
    let better = choices.map(\.better)
    // Medians that tables print alike are equal.
    let shown = medians.map { $0.map(\.shown) }
    let order = inOrder(of: shown, better)
    let kept = order.filter { point in
      !numbers.indices.contains { other in
        dominates(shown[other], shown[point], better)
          && choices.contains { $0.isWorse(numbers[point], than: numbers[other], judged) }
      }
    }
    points = kept.map {
      let row = run.configurations[numbers[$0] - 1]
      return Point(
        configuration: row.number, settings: run.settings(of: row), medians: medians[$0])
    }
    measures = choices.map(\.measure.name)
    candidates = numbers.count
    hasStatements = choices.allSatisfy(\.hasStatements)
  }
}

extension Double {
  /// Rounded to the digits that tables print.
  var shown: Double { isFinite ? Double(significant(self, digits: 4)) ?? self : self }
}

/// Whether `a` is better than `b` in one value without being worse in another.
private func dominates(_ a: [Double], _ b: [Double], _ better: [Column.Better]) -> Bool {
  let pairs = zip(better, zip(a, b))
  return !pairs.contains { $0.precedes($1.1, $1.0) } && pairs.contains { $0.precedes($1.0, $1.1) }
}

/// The indices of the points from the best by the first value to the worst.
private func inOrder(of points: [[Double]], _ better: [Column.Better]) -> [Int] {
  points.indices.sorted { a, b in
    let first = zip(better, zip(points[a], points[b])).first { $1.0 != $1.1 }
    return first.map { $0.precedes($1.0, $1.1) } ?? (a < b)
  }
}

/// The indices of the points that no other is better than in one value without being worse in another,
/// from the best by the first value to the worst.
func paretoFront(of points: [[Double]], _ better: [Column.Better]) -> [Int] {
  // Sorted by the first value, a point is dominated only by earlier ones or by ties, so that the
  // points of the front so far suffice.
  inOrder(of: points, better).reduce(into: []) { front, point in
    if !front.contains(where: { dominates(points[$0], points[point], better) }) {
      front.append(point)
    }
  }
}

extension Column.Better {
  func precedes(_ a: Double, _ b: Double) -> Bool { self == .lower ? a < b : a > b }
}

import ForceLabPlugins
import ForceLabWorkbench

/// The configurations of which no other is shown to be better in one measure without being worse in another.
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
  /// Cost: up to quadratic in the configurations.
  init?(_ choices: [Choice], _ judged: JudgedStatements, in run: RunReader) {
    let numbers = choices[0].medians.keys.sorted().filter { number in
      choices.allSatisfy { $0.medians[number] != nil }
    }
    guard numbers.count > 1 else { return nil }
    let costs = numbers.map { number in
      choices.compactMap { choice in choice.shown[number].map { choice.better.costSign * $0 } }
    }
    let order = inOrder(of: costs)
    let kept = order.indices.filter { place in
      let point = order[place]
      return !order[..<place].contains { other in
        dominates(costs[other], costs[point])
          && choices.contains { $0.isWorse(numbers[point], than: numbers[other], judged) }
      }
    }
    points = kept.map {
      let row = run.configurations[numbers[order[$0]] - 1]
      return Point(
        configuration: row.number, settings: run.settings(of: row),
        medians: choices.compactMap { $0.medians[row.number] })
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

/// Whether `a` is lower than `b` in one cost without being higher in another.
private func dominates(_ a: [Double], _ b: [Double]) -> Bool {
  zip(a, b).allSatisfy { $0 <= $1 } && a != b
}

/// The indices of the points from the lowest first cost to the highest. Only earlier ones can dominate a point.
private func inOrder(of costs: [[Double]]) -> [Int] {
  costs.indices.sorted { costs[$0].lexicographicallyPrecedes(costs[$1]) }
}

/// The indices of the points that no other dominates, from the lowest first cost to the highest.
func paretoFront(of costs: [[Double]]) -> [Int] {
  inOrder(of: costs).reduce(into: []) { front, point in
    // Of two costs, the last of the front has the lowest second one.
    if !front.reversed().contains(where: { dominates(costs[$0], costs[point]) }) {
      front.append(point)
    }
  }
}

extension Column.Better {
  func precedes(_ a: Double, _ b: Double) -> Bool { self == .lower ? a < b : a > b }
}

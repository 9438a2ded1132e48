import ForceLabGraphs
import ForceLabPages
import ForceLabPlugins
import ForceLabWorkbench
import Foundation

/// Layouts of many graphs by presets, time budgets and engines, from runs of
/// `Experiments/reference/recommendations.yaml`. `forcelab recommend` chooses those that were best on similar graphs.
struct Recommendations {
  enum Measure: String, CaseIterable {
    case stress
    case neighborhoods = "neighborhood-preservation"
    case crossings = "edge-crossings"

    var column: String { rawValue.replacing("-", with: "_") }
  }

  /// What is known of an algorithm on graphs like one.
  struct Candidate {
    let name: String
    /// The key of an experiment, such as `preset: stress`.
    let settings: String
    /// By how much it is worse than the best of each graph: the mean of log ratios, in which similar graphs count most.
    let regret: Double
    /// Whether some of the graphs are similar.
    let isNear: Bool
    /// In s, from the times on the graphs and their sizes.
    let seconds: Double
    /// Whether the kept results suffice to recommend it.
    var isKnown: Bool { regret <= log(1.05) }
  }

  private struct Row {
    let facts: [Double]
    /// The logarithms of nodes and edges.
    let size: SIMD2<Double>
    /// By measure and algorithm; nil where it failed.
    let costs: [Measure: [Double?]]
    let seconds: [Double?]
  }

  /// As in `Scripts/recommendations.py`, which checks the choice.
  /// A graph at the distance d counts exp(−decay · d²), and all graphs together count `prior`.
  private static let decay = 4.0
  private static let prior = 0.5
  /// A time budget of one second may take 1.001 s.
  private static let tolerance = 1.05

  private var names: [String] = []
  private var settings: [String] = []
  private var rows: [Row] = []
  private var widths: [Double] = []

  init() {
    // The program contains this file.
    guard
      let table = try? CSVTable(PageFile.recommendations.text, path: "recommendations.csv"),
      let first = table.rows.first, table.rows.count > 1
    else { return }
    let columns = Dictionary(firstOf: zip(table.header, table.header.indices))
    names =
      table.header.compactMap { $0.split(separator: ".").first.map(String.init) }
      .filter { columns["\($0).layout_seconds"] != nil }.uniqued
    settings = names.map { first.fields[columns["\($0).layout_seconds"] ?? 0] }
    for row in table.rows.dropFirst() {
      let number = { (name: String) in columns[name].flatMap { Double(row.fields[$0]) } }
      let costs = Measure.allCases.map { measure in
        (measure, names.map { number("\($0).\(measure.column)").map { Self.cost($0, measure) } })
      }
      let (nodes, edges) = (number("nodes") ?? 1, number("edges") ?? 1)
      rows.append(
        Row(
          facts: Self.features(
            nodes: nodes, edges: edges, components: 1, maxDegree: number("degree_max") ?? 1,
            diameter: number("diameter_lower_bound") ?? 1, clustering: number("clustering") ?? 0),
          size: SIMD2(log(nodes), log(edges)), costs: Dictionary(firstOf: costs),
          seconds: names.map { number("\($0).layout_seconds") }))
    }
    for axis in rows[0].facts.indices {
      let values = rows.map { $0.facts[axis] }
      let mean = values.reduce(0, +) / Double(values.count)
      widths.append(
        (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)).squareRoot())
    }
  }

  private static func cost(_ value: Double, _ measure: Measure) -> Double {
    switch measure {
    case .stress: log(max(value, 1e-6))
    case .neighborhoods: -log(max(value, 1e-3))
    case .crossings: log(value + 1)
    }
  }

  /// What graphs are compared by: nodes, independent cycles, ratio of maximum to mean degree, diameter and clustering.
  private static func features(
    nodes: Double, edges: Double, components: Double, maxDegree: Double, diameter: Double,
    clustering: Double
  ) -> [Double] {
    [
      log(nodes), log(edges - nodes + components + 1), log(maxDegree * nodes / (2 * edges)),
      log(max(1, diameter)) / log(nodes), clustering,
    ]
  }

  private func squaredDistance(_ a: [Double], _ b: [Double]) -> Double {
    a.indices.reduce(0) { sum, axis in
      let gap = (a[axis] - b[axis]) / widths[axis]
      return sum + gap * gap
    }
  }

  /// The algorithms that probably lay out a graph with `facts`, which needs an edge, in `maxSeconds`, the best first.
  func candidates(
    for facts: GraphFacts, nodes: Int, edges: Int, by measure: Measure, maxSeconds: Double,
    engines: Bool
  ) -> [Candidate] {
    let own = Self.features(
      nodes: Double(nodes), edges: Double(edges), components: Double(facts.components),
      maxDegree: Double(facts.maxDegree), diameter: Double(facts.diameterLowerBound),
      clustering: facts.clustering)
    let weights = rows.map {
      exp(-Self.decay * squaredDistance(own, $0.facts)) + Self.prior / Double(rows.count)
    }
    let total = weights.reduce(0, +)
    // The best of a graph may be slower, or else a single fast algorithm would always be the best.
    let compared = names.indices.filter { engines || !settings[$0].hasPrefix("engine") }
    var sums = compared.map { _ in 0.0 }
    for (weight, row) in zip(weights, rows) {
      let regrets = Self.regrets(compared.map { row.costs[measure]?[$0] })
      for (index, regret) in regrets.enumerated() { sums[index] += weight * regret }
    }
    let size = SIMD2(log(Double(nodes)), log(Double(max(1, edges))))
    return zip(compared, sums).map { algorithm, sum in
      Candidate(
        name: names[algorithm], settings: settings[algorithm], regret: sum / total,
        isNear: total > 2 * Self.prior, seconds: seconds(of: algorithm, size: size, weights))
    }.filter { $0.seconds <= Self.tolerance * maxSeconds }.sorted { $0.regret < $1.regret }
  }

  /// A failure is e times as bad as the worst.
  private static func regrets(_ costs: [Double?]) -> [Double] {
    let known = costs.compactMap { $0 }
    let (best, worst) = (known.min() ?? 0, (known.max() ?? 0) + 1)
    return costs.map { ($0 ?? worst) - best }
  }

  /// The estimated time for `size`, the logarithms of nodes and edges: a fit of the logarithm of time to these, in which
  /// similar graphs count most. Beyond the largest graph, times of presets, which no longer take all pairs of nodes, grow
  /// at most linearly.
  private func seconds(of algorithm: Int, size: SIMD2<Double>, _ weights: [Double]) -> Double {
    let points = zip(weights, rows).compactMap { weight, row in
      row.seconds[algorithm].map { (weight: weight, size: row.size, time: log(max($0, 1e-6))) }
    }
    let total = points.reduce(0) { $0 + $1.weight }
    let center = points.reduce(SIMD2.zero) { $0 + $1.weight * $1.size } / total
    let mean = points.reduce(0) { $0 + $1.weight * $1.time } / total
    // The ridge keeps powers small where nodes and edges of the similar graphs grow together, as in trees.
    var (squares, product, moment) = (SIMD2(repeating: 0.01), 0.0, SIMD2<Double>.zero)
    for point in points {
      let gap = point.size - center
      squares += point.weight * gap * gap
      product += point.weight * gap.x * gap.y
      moment += point.weight * (point.time - mean) * gap
    }
    let determinant = squares.x * squares.y - product * product
    let powers =
      (SIMD2(squares.y, squares.x) * moment - product * SIMD2(moment.y, moment.x)) / determinant
    let excess = max(0, size.x - (rows.map(\.size.x).max() ?? 0))
    let clamped = powers.clamped(lowerBound: .zero, upperBound: SIMD2(repeating: 2))
    let growth = min(settings[algorithm].hasPrefix("engine") ? 2 : 1, clamped.sum())
    let time = mean + (clamped * (size - excess - center)).sum() + excess * growth
    return exp(max(time, points.map(\.time).min() ?? 0))
  }
}

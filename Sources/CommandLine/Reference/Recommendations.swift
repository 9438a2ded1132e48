import ForceLabGraphs
import ForceLabPages
import ForceLabPlugins
import Foundation

/// Layouts of many graphs by presets and engines of other programs, from which `forcelab recommend` chooses those that
/// were best on similar graphs. They are those of a run of `Experiments/reference/recommendations.yaml`.
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
    /// By how much it is worse than the best algorithm of each similar graph, as the mean of logarithms of ratios.
    let regret: Double
    /// In s, from the times on similar graphs and their sizes.
    let seconds: Double
    /// Whether the kept results suffice to recommend it: on the most similar graphs it is at most 5 % worse than the best of
    /// each, and they are near, or this holds over all graphs.
    let isKnown: Bool
    /// The regret with some weight of all graphs, by which it is chosen.
    fileprivate let cost: Double
  }

  private struct Row {
    let facts: [Double]
    /// The costs by measure and algorithm, as logarithms; nil for a failure.
    let costs: [Measure: [Double?]]
    let seconds: [Double?]
  }

  /// As in `Scripts/recommendations.py`, which checks the choice.
  private static let neighbors = 8
  private static let prior = 0.1
  private static let damping = 0.1
  private static let maxRegret = log(1.05)
  private static let novelty = 0.95
  /// The similar graphs of which the last must not be too different.
  private static let nearest = 3

  private var names: [String] = []
  private var settings: [String] = []
  private var rows: [Row] = []
  private var means: [Double] = []
  private var widths: [Double] = []
  /// A graph is new if the third nearest is farther than this.
  private var maxDistance = 0.0

  init() {
    let lines = PageFile.recommendations.text.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    guard lines.count > 2 else { return }
    let header = lines[0]
    let columns = Dictionary(firstOf: zip(header, header.indices))
    names =
      header.compactMap { $0.split(separator: ".").first.map(String.init) }
      .filter { columns["\($0).layout_seconds"] != nil }.uniqued
    settings = names.map { lines[1][columns["\($0).layout_seconds"] ?? 0] }
    for line in lines.dropFirst(2) {
      let number = { (name: String) in columns[name].flatMap { Double(line[$0]) } }
      let costs = Measure.allCases.map { measure in
        (measure, names.map { number("\($0).\(measure.column)").map { Self.cost($0, measure) } })
      }
      rows.append(
        Row(
          facts: Self.features(
            nodes: number("nodes") ?? 1, edges: number("edges") ?? 1,
            maxDegree: number("degree_max") ?? 1,
            diameter: number("diameter_lower_bound") ?? 1, clustering: number("clustering") ?? 0),
          costs: Dictionary(firstOf: costs),
          seconds: names.map { number("\($0).layout_seconds") }))
    }
    for axis in rows[0].facts.indices {
      let values = rows.map { $0.facts[axis] }
      let mean = values.reduce(0, +) / Double(values.count)
      means.append(mean)
      widths.append(
        (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)).squareRoot())
    }
    let gaps = rows.map { row in rows.map { distance(row.facts, $0.facts) }.sorted()[Self.nearest] }
    maxDistance = gaps.sorted()[Int(Self.novelty * Double(gaps.count))]
  }

  private static func cost(_ value: Double, _ measure: Measure) -> Double {
    switch measure {
    case .stress: log(max(value, 1e-6))
    case .neighborhoods: -log(max(value, 1e-3))
    case .crossings: log(value + 1)
    }
  }

  /// What makes graphs similar.
  private static func features(
    nodes: Double, edges: Double, maxDegree: Double, diameter: Double, clustering: Double
  ) -> [Double] {
    let degree = 2 * edges / nodes
    return [
      log(nodes), log(degree), log(maxDegree / degree), log(max(1, diameter)) / log(nodes),
      clustering,
    ]
  }

  private func distance(_ a: [Double], _ b: [Double]) -> Double {
    a.indices.reduce(0) { sum, axis in
      let gap = (a[axis] - b[axis]) / widths[axis]
      return sum + gap * gap
    }.squareRoot()
  }

  /// The algorithms for a graph with `facts`, the best first. The graph needs two nodes and an edge.
  func candidates(
    for facts: GraphFacts, nodes: Int, edges: Int, by measure: Measure
  ) -> [Candidate] {
    let own = Self.features(
      nodes: Double(nodes), edges: Double(edges), maxDegree: Double(facts.maxDegree),
      diameter: Double(facts.diameterLowerBound), clustering: facts.clustering)
    let near = rows.map { (row: $0, distance: distance(own, $0.facts)) }.sorted {
      $0.distance < $1.distance
    }
    .prefix(Self.neighbors)
    let weights = near.map { 1 / (Self.damping + $0.distance * $0.distance) }
    let total = weights.reduce(0, +)
    let regrets = near.map { Self.regrets($0.row, measure) }
    let everywhere = rows.map { Self.regrets($0, measure) }
    let isNear = near.count >= Self.nearest && near[Self.nearest - 1].distance <= maxDistance
    return names.indices.map { algorithm in
      let regret = zip(weights, regrets).reduce(0) { $0 + $1.0 * $1.1[algorithm] } / total
      let mean = everywhere.reduce(0) { $0 + $1[algorithm] } / Double(rows.count)
      return Candidate(
        name: names[algorithm], settings: settings[algorithm], regret: regret,
        seconds: seconds(of: algorithm, size: log(Double(nodes + edges)), near.map(\.row)),
        isKnown: regret <= Self.maxRegret && (isNear || mean <= Self.maxRegret),
        cost: (1 - Self.prior) * regret + Self.prior * mean)
    }.sorted { $0.cost < $1.cost }
  }

  /// Of each algorithm; a failure is e times as bad as the worst.
  private static func regrets(_ row: Row, _ measure: Measure) -> [Double] {
    let costs = row.costs[measure] ?? []
    let known = costs.compactMap { $0 }
    let (best, worst) = (known.min() ?? 0, (known.max() ?? 0) + 1)
    return costs.map { ($0 ?? worst) - best }
  }

  /// The geometric mean over `near`, each scaled to `size`, the logarithm of nodes and edges, by the power of the size that
  /// fits the times of all graphs best.
  private func seconds(of algorithm: Int, size: Double, _ near: [Row]) -> Double {
    func points(_ rows: [Row]) -> [SIMD2<Double>] {
      rows.compactMap { row in
        let (nodes, degree) = (exp(row.facts[0]), exp(row.facts[1]))
        return row.seconds[algorithm].map {
          SIMD2(log(nodes + nodes * degree / 2), log(max($0, 1e-6)))
        }
      }
    }
    let all = points(rows)
    let mean = all.reduce(SIMD2(0, 0), +) / Double(max(1, all.count))
    let (xy, xx) = all.reduce((0.0, 0.0)) { sums, point in
      let gap = point - mean
      return (sums.0 + gap.x * gap.y, sums.1 + gap.x * gap.x)
    }
    let slope = xx > 0 ? xy / xx : 0
    let scaled = points(near).map { $0.y + slope * (size - $0.x) }
    return scaled.isEmpty ? .infinity : exp(scaled.reduce(0, +) / Double(scaled.count))
  }
}

import ForceLabGraphs
import ForceLabPlugins

public struct Stress: Metric {
  public init() {}

  public static let manual = Manual<Self>(
    "stress",
    "Mean over pairs of (s·‖xi − xj‖/d_ij − 1)², where d is the distance in the graph and s the "
      + "best scale; from 0, perfect, to 1.",
    formula:
      "1/N·Σ (s·‖xi − xj‖/d_ij − 1)² over N pairs, minimal at s = Σr/Σr², r = ‖xi − xj‖/d_ij",
    source:
      "Kamada and Kawai 1989; Gansner, Koren and North 2004; scaled as by Welch and Kobourov 2017")

  public var columns: [Column] {
    [.measure("stress", unit: "normalised", better: .lower, use: .quality, importance: 13)]
  }

  /// The largest graph for which all pairs count; above it, those of some nodes with all others.
  static let greatestExactCount = 2000
  static let sampledSources = 200

  /// The stress over all connected pairs; for more than 2 000 nodes, over 200 random nodes, with a
  /// fixed seed, and all others. Nil if there are no such pairs, or all nodes coincide. Cost: a
  /// breadth-first search per source, on all processors.
  public func value(of layout: FinishedLayout) -> Double? {
    let graph = layout.graph
    let sources =
      graph.nodeCount > Self.greatestExactCount
      ? SampledForces.sample(Self.sampledSources, of: graph.nodeCount) : Array(0..<graph.nodeCount)
    let page = layout.normalized
    let parts = concurrently(sources.count, scratch: { BreadthFirstSearch(graph) }) {
      index, search in
      search.run(from: sources[index])
      return Ratios(of: page, from: sources[index], search.distances)
    }
    var (pairs, sum, squares) = (0.0, 0.0, 0.0)
    for part in parts {
      pairs += part.pairs
      sum += part.sum
      squares += part.squares
    }
    // The minimum of the mean of (s·r − 1)², at s = Σr/Σr², is 1 − (Σr)²/(N·Σr²).
    return squares > 0 ? max(0, 1 - sum / squares * (sum / pairs)) : nil
  }
}

/// Sums over one source of r = distance in the layout / distance in the graph.
private struct Ratios {
  var pairs = 0.0
  var sum = 0.0
  var squares = 0.0

  init(of layout: FinishedLayout, from source: Int, _ distances: [Int32]) {
    let (x, y) = (layout.coordinates[0], layout.coordinates[1])
    let z = layout.dimensions > 2 ? layout.coordinates[2] : []
    for node in distances.indices where distances[node] > 0 {
      let (dx, dy) = (x[node] - x[source], y[node] - y[source])
      var square = dx * dx + dy * dy
      if !z.isEmpty {
        let dz = z[node] - z[source]
        square += dz * dz
      }
      let ratio = square.squareRoot() / Double(distances[node])
      pairs += 1
      sum += ratio
      squares += ratio * ratio
    }
  }
}

import ForceLabGraphs
import ForceLabPlugins

public struct Stress: Metric {
  public var distance = Self.unit

  public init() {}
  public init(distance: String = Self.unit) { self.distance = distance }

  /// The value of `distance` for which every edge has the length 1.
  public static let unit = "edges"

  public static let manual = Manual<Self>(
    "stress",
    "Mean over pairs of (s·‖xi − xj‖/d_ij − 1)², where d is the distance in the graph and s the "
      + "best scale; from 0, perfect, to 1.",
    parameters: [
      Parameter(
        "distance", \.distance,
        "How distances in the graph are measured: by the number of `edges`, or along shortest paths by "
          + "an attribute of edges, such as `length`, or its reciprocal, such as `1/weight`.")
    ],
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
  /// search per source, breadth-first or Dijkstra's, on all processors.
  public func value(of layout: FinishedLayout) -> Double? {
    let graph = layout.graph
    let sources =
      graph.nodeCount > Self.greatestExactCount
      ? SampledForces.sample(Self.sampledSources, of: graph.nodeCount) : Array(0..<graph.nodeCount)
    let page = layout.normalized
    let parts: [Ratios]
    if distance == Self.unit {
      parts = concurrently(sources.count, scratch: { BreadthFirstSearch(graph) }) { index, search in
        search.run(from: sources[index])
        return Ratios(of: page, from: sources[index], search.distances) { Double($0) }
      }
    } else {
      guard let lengths = lengths(in: graph) else { return nil }
      let search = ShortestPaths(graph, lengths: lengths)
      parts = concurrently(sources.count, scratch: { search }) { index, search in
        search.run(from: sources[index])
        return Ratios(of: page, from: sources[index], search.distances) { $0.isFinite ? $0 : 0 }
      }
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

  /// The attribute that `distance` names, and whether lengths are its reciprocals.
  private var attribute: (name: String, isInverse: Bool) {
    let isInverse = distance.hasPrefix("1/")
    return (isInverse ? String(distance.dropFirst(2)) : distance, isInverse)
  }

  public var edgeAttributes: Set<String> { distance == Self.unit ? [] : [attribute.name] }

  /// Relative to the greatest, so that sums do not overflow; nil if the edges do not have the
  /// attribute.
  private func lengths(in graph: Graph) -> [Double]? {
    guard let values = graph.edgeValues(attribute.name) else { return nil }
    let least = values.min() ?? 1
    let greatest = values.max() ?? 1
    guard least > 0 else { return nil }
    return values.map { attribute.isInverse ? least / $0 : $0 / greatest }
  }

  public func check(on graph: Graph) throws(ParameterError) {
    guard distance != Self.unit else { return }
    try Quantity.attribute(attribute.name).check(
      edgesOf: graph, within: Bounds(above: 0), as: "distance")
  }
}

/// Sums over one source of r = distance in the layout / distance in the graph.
private struct Ratios {
  var pairs = 0.0
  var sum = 0.0
  var squares = 0.0

  /// `distance` is 0 for nodes that do not count.
  init<Value>(
    of layout: FinishedLayout, from source: Int, _ distances: [Value],
    _ distance: (Value) -> Double
  ) {
    let (x, y) = (layout.coordinates[0], layout.coordinates[1])
    let z = layout.dimensions > 2 ? layout.coordinates[2] : []
    for node in distances.indices {
      let length = distance(distances[node])
      guard length > 0 else { continue }
      let (dx, dy) = (x[node] - x[source], y[node] - y[source])
      var square = dx * dx + dy * dy
      if !z.isEmpty {
        let dz = z[node] - z[source]
        square += dz * dz
      }
      let ratio = square.squareRoot() / length
      pairs += 1
      sum += ratio
      squares += ratio * ratio
    }
  }
}

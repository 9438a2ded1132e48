import ForceLabGraphs

/// What a layout can know besides its graph and where its nodes are.
public enum LayoutKnowledge: Sendable {
  /// Where the first trial of the same configuration left the nodes.
  case first
  /// The pairwise forces on some of the nodes.
  case forces
}

/// A finished layout: a graph and where its nodes are.
public struct FinishedLayout: Sendable {
  /// The graph.
  public let graph: Graph
  /// The coordinates: one list per axis, 2 or 3 of them, each with one number per node.
  public let coordinates: [[Double]]
  /// Where the first trial of the same configuration left the nodes, for metrics that need it.
  public var first: [[Double]]?
  /// The pairwise forces on some of the nodes, for metrics that need them.
  public var forces: SampledForces?

  /// The layout of `graph` at `coordinates`, one list per axis.
  public init(_ graph: Graph, at coordinates: [[Double]]) {
    self.graph = graph
    self.coordinates = coordinates
  }

  /// How many axes there are, 2 or 3.
  var dimensions: Int { coordinates.count }

  /// The same layout at a scale where the greatest coordinate lies in 1 ..< 2, so that squares of
  /// distances neither overflow nor vanish. The factor is a power of two, so nothing is rounded.
  var normalized: FinishedLayout { FinishedLayout(graph, at: Self.normalized(coordinates)) }

  /// Coordinates at that scale.
  static func normalized(_ coordinates: [[Double]]) -> [[Double]] {
    let greatest = coordinates.joined().reduce(0) { max($0, $1.magnitude) }
    guard greatest > 0, greatest.isFinite else { return coordinates }
    let factor = Double(sign: .plus, exponent: -max(-1000, greatest.exponent), significand: 1)
    return coordinates.map { $0.map { $0 * factor } }
  }

  /// The distance between two nodes on the page.
  func distance(_ a: Int, _ b: Int) -> Double {
    var sum = 0.0
    for axis in coordinates.indices {
      let gap = coordinates[axis][a] - coordinates[axis][b]
      sum += gap * gap
    }
    return sum.squareRoot()
  }
}

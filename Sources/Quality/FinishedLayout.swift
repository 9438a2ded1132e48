import ForceLabGraphs

/// What a metric may need besides the graph and the coordinates.
public enum LayoutKnowledge: Sendable {
  /// The layout of the first trial of the same configuration.
  case first
  /// The pairwise forces on some nodes.
  case forces
  /// The positions of nodes before and after events.
  case settledStates
}

/// A graph and the positions of its nodes, as metrics take them.
public struct FinishedLayout: Sendable {
  public let graph: Graph
  /// The coordinates in px: two or three lists, one per axis, each with one number per node.
  public let coordinates: [[Double]]
  /// The coordinates after the first trial of the same configuration, for metrics that need them.
  public var first: [[Double]]?
  /// The pairwise forces on some nodes, for metrics that need them.
  public var forces: SampledForces?
  /// What events did to the layout, for metrics that need it.
  public var settledStates: [SettledStates] = []

  public init(_ graph: Graph, at coordinates: [[Double]]) {
    (self.graph, self.coordinates) = (graph, coordinates)
  }

  var dimensions: Int { coordinates.count }
  /// Scaled by a power of two, which rounds nothing, so that the largest coordinate is in 1 ..< 2.
  var normalized: FinishedLayout { FinishedLayout(graph, at: Self.normalized(coordinates)) }
  /// The factor of `normalized`.
  var normalizingFactor: Double { Self.normalizingFactor(of: coordinates) }

  static func normalized(_ coordinates: [[Double]]) -> [[Double]] {
    let factor = normalizingFactor(of: coordinates)
    return factor == 1 ? coordinates : coordinates.map { $0.map { $0 * factor } }
  }

  private static func normalizingFactor(of coordinates: [[Double]]) -> Double {
    let maximum = coordinates.joined().reduce(0) { max($0, $1.magnitude) }
    guard maximum > 0, maximum.isFinite else { return 1 }
    return Double(sign: .plus, exponent: -max(-1000, maximum.exponent), significand: 1)
  }

  /// Of each edge.
  var edgeLengths: [Double] {
    zip(graph.sources, graph.targets).map { distance(Int($0), Int($1)) }
  }

  func distance(_ a: Int, _ b: Int) -> Double {
    var sum = 0.0
    for axis in coordinates.indices {
      let gap = coordinates[axis][a] - coordinates[axis][b]
      sum += gap * gap
    }
    return sum.squareRoot()
  }
}

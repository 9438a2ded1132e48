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
  /// The coordinates in px: two or three lists, one per axis, each with one number per node. If one is not finite,
  /// a metric has no value, or one without a meaning.
  public let coordinates: [[Double]]
  /// The lines of the edges in 2D, nil where they are straight; empty if all are.
  public let routes: [EdgeRoute?]
  /// The coordinates after the first trial of the same configuration, for metrics that need them.
  public var first: [[Double]]?
  /// The pairwise forces on some nodes, for metrics that need them.
  public var forces: SampledForces?
  /// What the nodes take up, for metrics of boxes; empty if they are discs.
  public var areas: [NodeArea] = []
  /// What events did to the layout, for metrics that need it.
  public var settledStates: [SettledStates] = []

  public init(
    _ graph: Graph, at coordinates: [[Double]], routes: [EdgeRoute?] = [], areas: [NodeArea] = []
  ) {
    (self.graph, self.coordinates) = (graph, coordinates)
    (self.routes, self.areas) = (routes, areas)
  }

  var dimensions: Int { coordinates.count }
  /// The sides of the box around the nodes.
  var extents: [Double] { coordinates.map { ($0.max() ?? 0) - ($0.min() ?? 0) } }
  var isFinite: Bool { coordinates.joined().allSatisfy(\.isFinite) }
  /// Scaled by a power of two, which rounds nothing, so that the largest coordinate is in 1 ..< 2.
  var normalized: FinishedLayout {
    let factor = normalizingFactor
    return FinishedLayout(
      graph, at: coordinates.map { $0.map { $0 * factor } },
      routes: routes.map { $0?.scaled(by: factor) })
  }

  var normalizingFactor: Double {
    Self.normalizingFactor(
      of: coordinates + routes.compactMap { $0?.points.flatMap { [$0.x, $0.y] } })
  }

  static func normalized(_ coordinates: [[Double]]) -> [[Double]] {
    let factor = normalizingFactor(of: coordinates)
    return factor == 1 ? coordinates : coordinates.map { $0.map { $0 * factor } }
  }

  private static func normalizingFactor(of coordinates: [[Double]]) -> Double {
    let maximum = coordinates.joined().reduce(0) { max($0, $1.magnitude) }
    guard maximum > 0, maximum.isFinite else { return 1 }
    return Double(sign: .plus, exponent: -max(-1000, maximum.exponent), significand: 1)
  }

  var edgeLengths: [Double] {
    graph.sources.indices.map { edge in
      guard route(of: edge) != nil else {
        return distance(Int(graph.sources[edge]), Int(graph.targets[edge]))
      }
      var length = 0.0
      forEachSegment(of: edge) { length += $0.length }
      return length
    }
  }

  /// Nil if it is straight.
  func route(of edge: Int) -> EdgeRoute? { routes.isEmpty ? nil : routes[edge] }

  /// Visits the straight pieces of `edge` in 2D, from its source to its target.
  func forEachSegment(of edge: Int, _ visit: (Segment) -> Void) {
    let (source, target) = (graph.sources[edge], graph.targets[edge])
    let points = route(of: edge)?.points
    let last = (points?.count ?? 2) - 1
    for index in 0..<last {
      visit(
        Segment(
          edge: Int32(edge), source: index == 0 ? source : -1,
          target: index == last - 1 ? target : -2, a: points?[index] ?? position(source),
          b: points?[index + 1] ?? position(target)))
    }
  }

  /// The places of the nodes in 2D.
  var places: [SIMD2<Double>] { zip(coordinates[0], coordinates[1]).map { SIMD2($0, $1) } }

  private func position(_ node: Int32) -> SIMD2<Double> {
    SIMD2(coordinates[0][Int(node)], coordinates[1][Int(node)])
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

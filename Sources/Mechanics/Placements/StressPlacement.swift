import ForceLabGraphs
import ForceLabPlugins

/// Places the nodes so that their distances are those in the graph.
public struct StressPlacement: ContextPlacement {
  public var pivots: Int?
  public var epochs = 30
  public var sweeps = 10
  public var start = Start.pivots
  public var distance = EdgeDistance.unit
  public var length: Double?

  /// Where nodes start that are not pivots.
  public enum Start: String, Choice {
    /// Beside the nearest pivot; pivots are laid out by all pairs.
    case pivots
    /// At the layout of the placement `multilevel`.
    case multilevel
    /// Where a few sweeps lead to less stress.
    case better
  }

  public init() {}

  public static let manual = Manual<Self>(
    "stress",
    "Places the nodes so that their distances match those in the graph as closely as possible, without a "
      + "simulation: the stress of the layout is low. Parts that are not connected are put side by side.",
    parameters: [
      Parameter(
        "pivots", \.pivots, within: Bounds(16...30_000), unit: "nodes",
        "Number of nodes whose distances from all others count. All pairs count in graphs of at "
          + "most 5000 nodes and at most 8 nodes per pivot, which takes time and memory quadratic in "
          + "the nodes.",
        defaultDescription: "all for up to 5000 connected nodes, 256 for up to 125 000, fewer above"
      ),
      Parameter(
        "epochs", \.epochs, within: Bounds(1...10_000),
        "Number of times that each pair of nodes is moved, if all pairs count."),
      Parameter(
        "sweeps", \.sweeps, within: Bounds(0...10_000),
        "Number of times that each node is moved, if pivots count."),
      Parameter(
        "start", \.start,
        "Where nodes start if there are fewer pivots than nodes: beside the nearest of the `pivots`, which "
          + "are laid out by all pairs; at the layout of `multilevel`; or at the `better` of both."),
      Parameter(
        "distance", \.distance, EdgeDistance.description),
      Parameter(
        "length", \.length, above: 0, unit: "px", "Length of an edge, or their mean.",
        defaultDescription: "that of the first 'link', or 30"),
    ],
    formula: "Σ w·(‖xi − xj‖ − d_ij)² over pairs of nodes, w = 1/d²; minimal",
    source:
      "J. Zheng, S. Pawar and D. Goodman, “Graph drawing by stochastic gradient descent”, 2019, for "
      + "all pairs; M. Ortmann, M. Klimenta and U. Brandes, “A sparse stress model”, 2017, with pivots"
  )

  /// Cost: for all pairs n² bytes and n² moves in an epoch; with k pivots 4·k·n bytes and k·n moves.
  public func coordinates(
    in context: PlacementContext, using generator: inout SeededGenerator
  ) throws -> [[Double]] {
    try check(context.graph, dimensions: context.dimensions)
    var multilevel: [[Double]]?
    return try PartwiseLayout(context, length: length).coordinates(
      of: context.graph, lengths: edgeDistance.lengths(in: context.graph)
    ) { task in
      try task.layOut(by: self, in: context, keeping: &multilevel, using: &generator)
    }
  }

  public func check(_ graph: Graph, dimensions: Int) throws {
    try edgeDistance.check(on: graph)
    guard let pivots, pivots < graph.nodeCount else { return }
    let bytes = 4 * pivots * graph.nodeCount
    guard bytes <= Self.maxMemory else {
      throw ParameterError(
        "'stress' with \(pivots) pivots takes \(bytes / 1_000_000_000) GB for a graph of "
          + "\(graph.nodeCount) nodes; use \(Self.maxMemory / (4 * graph.nodeCount)) or fewer",
        parameter: "pivots")
    }
  }

  /// For distances and weights.
  private static let maxMemory = 8_000_000_000

  public var edgeAttributes: Set<String> { edgeDistance.edgeAttributes }

  private var edgeDistance: EdgeDistance { EdgeDistance(distance) }
}

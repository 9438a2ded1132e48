import ForceLabGraphs
import ForceLabPlugins

/// Lowers an objective of the layout of another placement.
public struct AnnealingPlacement: ContextPlacement {
  public var start: any Placement = StressPlacement()
  public var objective = Objective { ($0.stress, $0.edgeCrossings) = (1, 0.5) }
  public var moves = 1000

  public init() {}

  public static let manual = Manual<Self>(
    "annealing",
    "Moves nodes of another placement, one at a time, until a sum of measures such as stress and edge crossings is "
      + "low. For graphs of up to some 10 000 edges, in 2D.",
    parameters: [
      Parameter("start", \.start, of: .placement, "The placement to start from."),
      Parameter(
        "objective", \.objective,
        "What is to be low: the stress Σ (‖xi − xj‖/d_ij − 1)² over all pairs of nodes, lengths in edges, the number of "
          + "edge crossings, or their sum with weights."),
      Parameter(
        "moves", \.moves, within: Bounds(1...1_000_000), "Moves that are tried, for each node."),
    ],
    source: "R. Davidson and D. Harel, “Drawing graphs nicely using simulated annealing”, 1996")

  /// Cost: for each move a term for each node, and for each edge of the node at most two tests of every edge.
  public func coordinates(
    in context: PlacementContext, using generator: inout SeededGenerator
  ) throws -> [[Double]] {
    try check(context.graph, dimensions: context.dimensions)
    let positions = try start.coordinates(in: context, using: &generator)
    let annealing = Annealing(
      context.graph, objective, from: positions, pins: context.pins, using: &generator)
    let limit = Double(moves) * Double(context.graph.nodeCount)
    return annealing.coordinates { Double($0) / limit }
  }

  public func check(_ graph: Graph, dimensions: Int) throws {
    guard dimensions == 2 else {
      throw ParameterError("'annealing' is for 2D; set 'dimensions' to 2, or use its 'start' alone")
    }
    try start.check(graph, dimensions: dimensions)
  }

  public var edgeAttributes: Set<String> { start.edgeAttributes }
}

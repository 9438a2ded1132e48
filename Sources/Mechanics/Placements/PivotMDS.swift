import ForceLabGraphs
import ForceLabPlugins

/// Places the nodes by classical scaling of their distances from some of them.
public struct PivotMDS: ContextPlacement {
  public var pivots = 50
  public var length: Double?

  public init() {}

  public static let manual = Manual<Self>(
    "pivot-mds",
    "Places the nodes by classical multidimensional scaling of their distances from some of them, the "
      + "pivots, each of which is the node that is farthest from those before it. Shows the shape of a large graph "
      + "in little time; nodes with the same distances coincide.",
    parameters: [
      Parameter(
        "pivots", \.pivots, within: Bounds(3...1000), unit: "nodes",
        "Number of pivots; all nodes of a smaller graph."),
      Parameter(
        "length", \.length, above: 0, unit: "px", "Length of an edge.",
        defaultDescription: "that of the first 'link', or 30"),
    ],
    formula: "x = C·v, C = −½·(d² − row means − column means + mean), v eigenvectors of CᵀC",
    source:
      "U. Brandes and C. Pich, “Eigensolver methods for progressive multidimensional scaling of "
      + "large data”, 2007")

  /// Cost: a search from each pivot, and k² for each node, for k pivots.
  public func coordinates(
    in context: PlacementContext, using generator: inout SeededGenerator
  ) throws -> [[Double]] {
    PartwiseLayout(context, length: length).coordinates(of: context.graph) { task in
      let part = task.parts.part(task.index)
      let distances = PivotDistances(
        farthestOf: part, count: min(pivots, part.count), threads: context.threads)
      return (
        part, PivotScaling(distances, dimensions: context.dimensions).positions(using: &generator)
      )
    }
  }
}

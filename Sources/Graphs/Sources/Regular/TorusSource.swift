import ForceLabPlugins

public struct TorusSource: GraphFamily {
  public var rows = 10
  public var columns = 10

  public init() {}

  public static let manual = Manual<Self>(
    "torus",
    "A rectangular grid that wraps around in both directions: every node has four neighbors.",
    parameters: [
      Parameter("rows", \.rows, within: Bounds(3...GeneratorLimit.nodes), "The number of rows."),
      Parameter(
        "columns", \.columns, within: Bounds(3...GeneratorLimit.nodes),
        "The number of nodes in a row."),
    ], source: "the product of two cycle graphs, Cᵣ □ C꜀")

  var nodeCount: Int { GeneratorLimit.product(rows, columns) }
  var edges: [(Int, Int)] {
    Lattice(rows: rows, columns: columns).edges([(1, 0, 0), (0, 1, 0)], wraps: true)
  }
}

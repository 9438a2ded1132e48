import ForceLabPlugins

public struct MeshSource: GraphFamily {
  public var rows = 10
  public var columns = 10

  public init() {}

  public static let manual = Manual<Self>(
    "mesh", "A rectangular grid: each node is joined to its neighbors in its row and column.",
    parameters: [
      .count("rows", \.rows, "The number of rows."),
      .count("columns", \.columns, "The number of nodes in a row."),
    ], source: "the grid graph; nodes row by row, edges in the order of d3-force's lattice example")

  var nodeCount: Int { GeneratorLimit.product(rows, columns) }
  var edges: [(Int, Int)] { Lattice(rows: rows, columns: columns).edges([(1, 0, 0), (0, 1, 0)]) }
}

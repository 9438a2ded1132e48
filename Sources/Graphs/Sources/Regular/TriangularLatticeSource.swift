import ForceLabPlugins

public struct TriangularLatticeSource: GraphFamily {
  public var rows = 10
  public var columns = 10

  public init() {}

  public static let manual = Manual<Self>(
    "triangular-lattice",
    "A triangulated mesh: `mesh` with the same diagonal in each of its squares.",
    parameters: [
      .count("rows", \.rows, "The number of rows."),
      .count("columns", \.columns, "The number of nodes in a row."),
    ], source: "the triangular lattice; nodes row by row")

  var nodeCount: Int { GeneratorLimit.product(rows, columns) }
  var edges: [(Int, Int)] {
    Lattice(rows: rows, columns: columns).edges([(1, 0, 0), (0, 1, 0), (1, 1, 0)])
  }
}

import ForceLabPlugins

public struct MeshSource: GraphSource {
  public var rows = 10
  public var columns = 10

  public init() {}

  public static let manual = Manual<Self>(
    "mesh", "A rectangular grid: each node is joined to its neighbors in its row and column.",
    parameters: [
      .count("rows", \.rows, "The number of rows."),
      .count("columns", \.columns, "The number of nodes in a row."),
    ], source: "the grid graph; nodes row by row, edges in the order of d3-force's lattice example")

  /// There are at most twice as many edges.
  public func check() throws(ParameterError) {
    try GeneratorLimit.check(nodes: GeneratorLimit.product(rows, columns), parameter: "rows")
  }

  public func graph() throws -> Graph {
    try checkAll()
    return try Graph(
      nodeCount: rows * columns, edges: Mesh3DSource.edges(layers: 1, rows: rows, columns: columns))
  }
}

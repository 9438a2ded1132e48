import ForceLabPlugins

public struct MeshSource: GraphSource {
  public var rows = 10
  public var columns = 10

  public init() {}

  public static let manual = Manual<Self>(
    "mesh", "A rectangular grid: each node is joined to its neighbors in its row and column.",
    parameters: [
      Parameter("rows", \.rows, within: GeneratorLimit.counts, "The number of rows."),
      Parameter(
        "columns", \.columns, within: GeneratorLimit.counts, "The number of nodes in a row."),
    ], source: "the grid graph; nodes row by row, edges in the order of d3-force's lattice example")

  /// There are at most twice as many edges.
  public func check() throws(ParameterError) {
    try GeneratorLimit.check(nodes: GeneratorLimit.product(rows, columns), parameter: "rows")
  }

  /// Each node adds the edge to the right, then the edge downwards.
  public func graph() throws -> Graph {
    try checkAll()
    var edges: [(Int, Int)] = []
    edges.reserveCapacity(2 * rows * columns)
    for row in 0..<rows {
      for column in 0..<columns {
        let node = row * columns + column
        if column + 1 < columns { edges.append((node, node + 1)) }
        if row + 1 < rows { edges.append((node, node + columns)) }
      }
    }
    return try Graph(nodeCount: rows * columns, edges: edges)
  }
}

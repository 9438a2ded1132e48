import ForceLabPlugins

/// A rectangle of nodes, each joined to the next in its row and in its column.
public struct MeshSource: GraphSource {
  public var rows = 10
  public var columns = 10

  public init() {}

  public init(rows: Int = 10, columns: Int = 10) {
    (self.rows, self.columns) = (rows, columns)
  }

  public static let manual = Manual<Self>(
    "mesh", "A rectangular grid of nodes, numbered row by row, joined to the right and downwards.",
    parameters: [
      Parameter("rows", \.rows, within: GeneratorLimit.counts, "How many rows there are."),
      Parameter("columns", \.columns, within: GeneratorLimit.counts, "How many nodes a row has."),
    ],
    source: "the grid graph; node and edge order of d3-force's lattice example")

  /// Finds too many nodes; the edges, at most twice as many, are then few enough.
  public func check() throws(ParameterError) {
    try GeneratorLimit.check(nodes: GeneratorLimit.product(rows, columns), parameter: "rows")
  }

  /// The graph; node by node, first the edge to the right, then the one downwards.
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

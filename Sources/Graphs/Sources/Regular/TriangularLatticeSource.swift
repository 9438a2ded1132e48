import ForceLabPlugins

public struct TriangularLatticeSource: GraphSource {
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

  /// There are at most three times as many edges.
  public func check() throws(ParameterError) {
    try GeneratorLimit.check(nodes: GeneratorLimit.product(rows, columns), parameter: "rows")
  }

  /// Each node adds the edge to the right, then downwards, then down to the right.
  public func graph() throws -> Graph {
    try checkAll()
    var edges: [(Int, Int)] = []
    edges.reserveCapacity(3 * rows * columns)
    for node in 0..<rows * columns {
      let (isLast, isLowest) = (node % columns + 1 == columns, node / columns + 1 == rows)
      if !isLast { edges.append((node, node + 1)) }
      if !isLowest { edges.append((node, node + columns)) }
      if !isLast && !isLowest { edges.append((node, node + columns + 1)) }
    }
    return try Graph(nodeCount: rows * columns, edges: edges)
  }
}

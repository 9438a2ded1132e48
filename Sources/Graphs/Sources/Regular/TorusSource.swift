import ForceLabPlugins

public struct TorusSource: GraphSource {
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

  /// There are twice as many edges.
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
        edges.append((node, row * columns + (column + 1) % columns))
        edges.append((node, (row + 1) % rows * columns + column))
      }
    }
    return try Graph(nodeCount: rows * columns, edges: edges)
  }
}

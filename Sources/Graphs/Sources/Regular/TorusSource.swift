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
    for node in 0..<rows * columns {
      let first = node - node % columns
      edges.append((node, first + (node + 1 - first) % columns))
      edges.append((node, (node + columns) % (rows * columns)))
    }
    return try Graph(nodeCount: rows * columns, edges: edges)
  }
}

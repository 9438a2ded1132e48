import ForceLabPlugins

/// A mesh whose opposite sides are joined.
public struct TorusSource: GraphSource {
  /// How many rows there are.
  public var rows = 10
  /// How many nodes a row has.
  public var columns = 10

  /// What is said of it.
  public static let manual = Manual<Self>(
    "torus", "A mesh whose opposite sides are joined, so that every node has four neighbours.",
    parameters: [
      Parameter(
        "rows", \.rows, within: Bounds(3...GeneratorLimit.nodes), "How many rows there are."),
      Parameter(
        "columns", \.columns, within: Bounds(3...GeneratorLimit.nodes), "How many nodes a row has."),
    ],
    source: "the product of two cycle graphs, Cᵣ □ C꜀")

  /// The defaults.
  public init() {}

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
        edges.append((node, row * columns + (column + 1) % columns))
        edges.append((node, (row + 1) % rows * columns + column))
      }
    }
    return try Graph(nodeCount: rows * columns, edges: edges)
  }
}

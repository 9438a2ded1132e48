import ForceLabPlugins

public struct Mesh3DSource: GraphSource {
  public var layers = 5
  public var rows = 5
  public var columns = 5

  public init() {}

  public static let manual = Manual<Self>(
    "mesh-3d", "A box of nodes, each joined to its neighbors in three directions.",
    parameters: [
      .count("layers", \.layers, "The number of layers."),
      .count("rows", \.rows, "The number of rows of a layer."),
      .count("columns", \.columns, "The number of nodes in a row."),
    ], source: "the grid graph of three dimensions, networkx's grid_graph; nodes layer by layer")

  private var count: Int { GeneratorLimit.product(layers, rows, columns) }

  /// There are at most three times as many edges.
  public func check() throws(ParameterError) {
    try GeneratorLimit.check(nodes: count, parameter: "layers")
  }

  public func graph() throws -> Graph {
    try checkAll()
    return try Graph(
      nodeCount: count, edges: Self.edges(layers: layers, rows: rows, columns: columns))
  }

  /// Each node adds the edge to the right, then downwards, then to the next layer.
  static func edges(layers: Int, rows: Int, columns: Int) -> [(Int, Int)] {
    let count = layers * rows * columns
    var edges: [(Int, Int)] = []
    edges.reserveCapacity(3 * count)
    for node in 0..<count {
      if node % columns + 1 < columns { edges.append((node, node + 1)) }
      if node / columns % rows + 1 < rows { edges.append((node, node + columns)) }
      if node + rows * columns < count { edges.append((node, node + rows * columns)) }
    }
    return edges
  }
}

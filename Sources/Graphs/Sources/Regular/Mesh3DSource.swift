import ForceLabPlugins

public struct Mesh3DSource: GraphFamily {
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

  var nodeCount: Int { GeneratorLimit.product(layers, rows, columns) }
  var edges: [(Int, Int)] {
    Lattice(rows: rows, columns: columns, layers: layers).edges([(1, 0, 0), (0, 1, 0), (0, 0, 1)])
  }
}

import ForceLabPlugins

public struct CompleteBipartiteSource: GraphSource {
  public var left = 5
  public var right = 5

  public init() {}

  public static let manual = Manual<Self>(
    "complete-bipartite",
    "Two sides, left and right: each node is joined to all nodes of the other side.",
    parameters: [
      .count("left", \.left, "The number of nodes on the left."),
      .count("right", \.right, "The number of nodes on the right."),
    ], source: "the complete bipartite graph Kₗ,ᵣ, networkx's complete_bipartite_graph")

  public func check() throws(ParameterError) {
    try GeneratorLimit.check(nodes: left + right, parameter: "left")
    try GeneratorLimit.check(edges: GeneratorLimit.product(left, right), parameter: "left")
  }

  /// The groups of the nodes are `left` and `right`.
  public func graph() throws -> Graph {
    try checkAll()
    return try Self.graph(left, right, pairs: 0..<left * right)
  }

  /// The graph of some `pairs`: pair i joins the node ⌊i/right⌋ of the left side to the node i mod right of the other.
  static func graph(_ left: Int, _ right: Int, pairs: some Collection<Int>) throws -> Graph {
    try Graph(
      nodeCount: left + right, sources: pairs.map { Int32($0 / right) },
      targets: pairs.map { Int32(left + $0 % right) },
      groups: Array(repeating: "left", count: left) + Array(repeating: "right", count: right))
  }
}

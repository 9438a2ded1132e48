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
    let count = left * right
    return try Graph(
      nodeCount: left + right, sources: (0..<count).map { Int32($0 / right) },
      targets: (0..<count).map { Int32(left + $0 % right) }, groups: Self.sides(left, right))
  }

  static func sides(_ left: Int, _ right: Int) -> [String] {
    Array(repeating: "left", count: left) + Array(repeating: "right", count: right)
  }
}

import ForceLabPlugins

public struct TreeSource: GraphSource {
  public var branching = 2
  public var depth = 4

  public init() {}

  public static let manual = Manual<Self>(
    "tree", "A balanced tree: every node above the leaves has the same number of children.",
    parameters: [
      .count("branching", \.branching, "The number of children of a node."),
      Parameter(
        "depth", \.depth, within: Bounds(0...GeneratorLimit.nodes),
        "The number of edges between the root and a leaf; 0 is the root alone."),
    ],
    source:
      "the perfect b-ary tree, numbered breadth-first: node i > 0 is a child of node ⌊(i − 1)/b⌋")

  public func check() throws(ParameterError) {
    guard nodeCount != nil else {
      throw ParameterError(
        "the tree has more than \(GeneratorLimit.nodes) nodes; reduce 'depth' or 'branching'",
        parameter: "depth")
    }
  }

  public func graph() throws -> Graph {
    try checkAll()
    let count = nodeCount ?? 1
    return try Graph(nodeCount: count, edges: (1..<count).map { (($0 - 1) / branching, $0) })
  }

  /// 1 + b + b² + … + b^depth, or nil beyond the limit.
  private var nodeCount: Int? {
    guard branching > 0 else { return nil }
    var (total, level) = (1, 1)
    for _ in 0..<max(depth, 0) {
      level = GeneratorLimit.product(level, branching)
      if level > GeneratorLimit.nodes { return nil }
      total += level
      if total > GeneratorLimit.nodes { return nil }
    }
    return total
  }
}

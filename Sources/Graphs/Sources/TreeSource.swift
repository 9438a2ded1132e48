import ForceLabPlugins

/// A tree in which every node down to a depth has the same number of children.
public struct TreeSource: GraphSource {
  /// How many children a node has.
  public var branching = 2
  /// How many edges lie between the root and a leaf.
  public var depth = 4

  /// What is said of it.
  public static let manual = Manual<Self>(
    "tree", "A balanced tree, numbered breadth first from its root, node 0.",
    parameters: [
      Parameter(
        "branching", \.branching, within: GeneratorLimit.counts, "How many children a node has."),
      Parameter(
        "depth", \.depth, within: Bounds(0...GeneratorLimit.nodes),
        "How many edges lie between the root and a leaf; at 0 there is the root alone."),
    ],
    source: "the perfect b-ary tree: node i > 0 is a child of node ⌊(i − 1)/b⌋")

  /// The defaults.
  public init() {}

  /// Finds too many nodes.
  public func check() throws(ParameterError) {
    guard nodeCount != nil else {
      throw ParameterError(
        "that would make more than \(GeneratorLimit.nodes) nodes; take fewer levels or children",
        parameter: "depth")
    }
  }

  /// The graph; edges from parent to child, in the order of the children.
  public func graph() throws -> Graph {
    try checkAll()
    let count = nodeCount ?? 1
    return try Graph(
      nodeCount: count, edges: (1..<count).map { (($0 - 1) / branching, $0) })
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

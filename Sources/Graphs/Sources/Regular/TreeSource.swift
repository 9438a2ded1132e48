import ForceLabPlugins

public struct TreeSource: GraphFamily {
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

  static var sizeParameter: String { "depth" }
  var edges: [(Int, Int)] { (1..<nodeCount).map { (($0 - 1) / branching, $0) } }

  /// 1 + b + b² + … + b^depth, or `Int.max` beyond the limit.
  var nodeCount: Int {
    var (total, level, depth) = (1, 1, depth)
    while depth > 0, total <= GeneratorLimit.nodes {
      depth -= 1
      level = GeneratorLimit.product(level, branching)
      total = level < GeneratorLimit.nodes ? total + level : .max
    }
    return total > GeneratorLimit.nodes ? .max : total
  }
}

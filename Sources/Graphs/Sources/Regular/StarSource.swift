import ForceLabPlugins

public struct StarSource: GraphFamily {
  public var count = 10

  public init() {}

  public static let manual = Manual<Self>(
    "star", "A star: node 0 joined to all other nodes, n − 1 edges.",
    parameters: [.count("count", \.count, "The number of nodes, including the center.")],
    shorthand: "count", source: "the star graph Sₙ₋₁")

  var nodeCount: Int { count }
  var edges: [(Int, Int)] { (1..<count).map { (0, $0) } }
}

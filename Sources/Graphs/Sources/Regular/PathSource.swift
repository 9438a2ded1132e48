import ForceLabPlugins

public struct PathSource: GraphFamily {
  public var count = 10

  public init() {}

  public static let manual = Manual<Self>(
    "path", "A path: n nodes in a row, n − 1 edges.",
    parameters: [.count("count", \.count)], shorthand: "count", source: "the path graph Pₙ")

  var nodeCount: Int { count }
  var edges: [(Int, Int)] { (0..<count - 1).map { ($0, $0 + 1) } }
}

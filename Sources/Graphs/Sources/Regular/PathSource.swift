import ForceLabPlugins

public struct PathSource: GraphSource {
  public var count = 10

  public init() {}

  public static let manual = Manual<Self>(
    "path", "A path: n nodes in a row, n − 1 edges.",
    parameters: [.count("count", \.count)], shorthand: "count", source: "the path graph Pₙ")

  public func graph() throws -> Graph {
    try checkAll()
    return try Graph(nodeCount: count, edges: (0..<count - 1).map { ($0, $0 + 1) })
  }
}

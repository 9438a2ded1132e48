import ForceLabPlugins

public struct CompleteSource: GraphSource {
  public var count = 10

  public init() {}

  public static let manual = Manual<Self>(
    "complete", "A complete graph: every node joined to every other, n(n − 1)/2 edges.",
    parameters: [.count("count", \.count)], shorthand: "count", source: "the complete graph Kₙ")

  public func check() throws(ParameterError) {
    try GeneratorLimit.check(edges: GeneratorLimit.pairs(count), parameter: "count")
  }

  public func graph() throws -> Graph {
    try checkAll()
    let edges = (0..<count).lazy.flatMap { a in (a + 1..<count).lazy.map { (a, $0) } }
    return try Graph(nodeCount: count, edges: edges)
  }
}

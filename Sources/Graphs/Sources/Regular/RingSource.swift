import ForceLabPlugins

public struct RingSource: GraphSource {
  public var count = 10

  public init() {}

  public static let manual = Manual<Self>(
    "ring", "A cycle: n nodes in a ring, n edges.",
    parameters: [
      Parameter("count", \.count, within: Bounds(3...GeneratorLimit.nodes), "The number of nodes.")
    ], shorthand: "count", source: "the cycle graph Cₙ")

  public func graph() throws -> Graph {
    try checkAll()
    return try Graph(nodeCount: count, edges: (0..<count).map { ($0, ($0 + 1) % count) })
  }
}

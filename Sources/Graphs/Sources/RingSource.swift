import ForceLabPlugins

/// Nodes in a circle.
public struct RingSource: GraphSource {
  /// How many nodes there are.
  public var count = 10

  /// What is said of it.
  public static let manual = Manual<Self>(
    "ring", "Nodes in a circle, each joined to the next: n edges.",
    parameters: [
      Parameter(
        "count", \.count, within: Bounds(3...GeneratorLimit.nodes), "How many nodes there are.")
    ],
    shorthand: "count", source: "the cycle graph Cₙ")

  /// The defaults.
  public init() {}

  /// The graph; edges run along the circle, the one back to node 0 last.
  public func graph() throws -> Graph {
    try checkAll()
    return try Graph(nodeCount: count, edges: (0..<count).map { ($0, ($0 + 1) % count) })
  }
}

import ForceLabPlugins

/// One node joined to all others.
public struct StarSource: GraphSource {
  /// How many nodes there are, the centre included.
  public var count = 10

  /// What is said of it.
  public static let manual = Manual<Self>(
    "star", "Node 0 joined to all others, which are not joined to each other: n − 1 edges.",
    parameters: [
      Parameter(
        "count", \.count, within: GeneratorLimit.counts,
        "How many nodes there are, the centre included.")
    ],
    shorthand: "count", source: "the star graph Sₙ₋₁")

  /// The defaults.
  public init() {}

  /// The graph.
  public func graph() throws -> Graph {
    try checkAll()
    return try Graph(nodeCount: count, edges: (1..<count).map { (0, $0) })
  }
}

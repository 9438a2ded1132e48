import ForceLabPlugins

/// Nodes in a row, each joined to the next.
public struct PathSource: GraphSource {
  /// How many nodes there are.
  public var count = 10

  /// What is said of it.
  public static let manual = Manual<Self>(
    "path", "Nodes in a row, each joined to the next: n − 1 edges.",
    parameters: [
      Parameter("count", \.count, within: GeneratorLimit.counts, "How many nodes there are.")
    ],
    shorthand: "count", source: "the path graph Pₙ")

  /// The defaults.
  public init() {}

  /// The graph; edges run along the row.
  public func graph() throws -> Graph {
    try checkAll()
    return try Graph(nodeCount: count, edges: (0..<count - 1).map { ($0, $0 + 1) })
  }
}

import ForceLabPlugins

/// Every node joined to every other.
public struct CompleteSource: GraphSource {
  /// How many nodes there are.
  public var count = 10

  /// What is said of it.
  public static let manual = Manual<Self>(
    "complete", "Every node joined to every other: n(n − 1)/2 edges.",
    parameters: [
      Parameter("count", \.count, within: GeneratorLimit.counts, "How many nodes there are.")
    ],
    shorthand: "count", source: "the complete graph Kₙ")

  /// The defaults.
  public init() {}

  /// Finds too many edges.
  public func check() throws(ParameterError) {
    try GeneratorLimit.check(edges: GeneratorLimit.pairs(count), parameter: "count")
  }

  /// The graph; first the edges of node 0, then the other edges of node 1, …
  public func graph() throws -> Graph {
    try checkAll()
    var sources: [Int32] = []
    var targets: [Int32] = []
    sources.reserveCapacity(count * (count - 1) / 2)
    targets.reserveCapacity(count * (count - 1) / 2)
    for a in 0..<Int32(count) {
      for b in a + 1..<max(a + 1, Int32(count)) {
        sources.append(a)
        targets.append(b)
      }
    }
    return try Graph(nodeCount: count, sources: sources, targets: targets)
  }
}

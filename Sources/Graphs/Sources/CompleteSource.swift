import ForceLabPlugins

public struct CompleteSource: GraphSource {
  public var count = 10

  public init() {}
  public init(count: Int = 10) { self.count = count }

  public static let manual = Manual<Self>(
    "complete", "A complete graph: every node joined to every other, n(n − 1)/2 edges.",
    parameters: [
      Parameter("count", \.count, within: GeneratorLimit.counts, "The number of nodes.")
    ],
    shorthand: "count", source: "the complete graph Kₙ")

  public func check() throws(ParameterError) {
    try GeneratorLimit.check(edges: GeneratorLimit.pairs(count), parameter: "count")
  }

  /// The edges of node 0 come first, then the other edges of node 1, …
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

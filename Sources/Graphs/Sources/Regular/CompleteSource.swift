import ForceLabPlugins

public struct CompleteSource: GraphFamily {
  public var count = 10

  public init() {}

  public static let manual = Manual<Self>(
    "complete", "A complete graph: every node joined to every other, n(n − 1)/2 edges.",
    parameters: [.count("count", \.count)], shorthand: "count", source: "the complete graph Kₙ")

  var nodeCount: Int { count }
  var maxEdges: Int { GeneratorLimit.pairs(count) }
  var edges: some Sequence<(Int, Int)> {
    (0..<count).lazy.flatMap { a in (a + 1..<count).lazy.map { (a, $0) } }
  }
}

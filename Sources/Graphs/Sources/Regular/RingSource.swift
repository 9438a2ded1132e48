import ForceLabPlugins

public struct RingSource: GraphFamily {
  public var count = 10

  public init() {}

  public static let manual = Manual<Self>(
    "ring", "A cycle: n nodes in a ring, n edges.",
    parameters: [
      Parameter("count", \.count, within: Bounds(3...GeneratorLimit.nodes), "The number of nodes.")
    ], shorthand: "count", source: "the cycle graph Cₙ")

  var nodeCount: Int { count }
  var edges: [(Int, Int)] { (0..<count).map { ($0, ($0 + 1) % count) } }
}

import ForceLabPlugins

public struct CaterpillarSource: GraphSource {
  public var spine = 20
  public var legs = 3

  public init() {}

  public static let manual = Manual<Self>(
    "caterpillar", "A path, the spine, with leaves at each of its nodes.",
    parameters: [
      .count("spine", \.spine, "The number of nodes of the path."),
      Parameter(
        "legs", \.legs, within: Bounds(0...GeneratorLimit.nodes),
        "The number of leaves at each of them."),
    ], source: "F. Harary and A. J. Schwenk, “The number of caterpillars”, 1973")

  private var count: Int { GeneratorLimit.product(spine, legs + 1) }

  public func check() throws(ParameterError) {
    try GeneratorLimit.check(nodes: count, parameter: "legs")
  }

  /// The spine has the lowest numbers.
  public func graph() throws -> Graph {
    try checkAll()
    let path = (0..<spine - 1).map { ($0, $0 + 1) }
    let leaves = (spine..<max(spine, count)).map { (($0 - spine) / max(1, legs), $0) }
    return try Graph(nodeCount: count, edges: path + leaves)
  }
}

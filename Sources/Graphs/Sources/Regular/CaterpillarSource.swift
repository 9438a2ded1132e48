import ForceLabPlugins

public struct CaterpillarSource: GraphFamily {
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

  static var sizeParameter: String { "legs" }
  var nodeCount: Int { GeneratorLimit.product(spine, legs + 1) }
  /// The spine has the lowest numbers.
  var edges: [(Int, Int)] {
    let path = (0..<spine - 1).map { ($0, $0 + 1) }
    return path + (spine..<max(spine, nodeCount)).map { (($0 - spine) / max(1, legs), $0) }
  }
}

import ForceLabPlugins

public struct RandomBipartiteSource: GraphSource {
  public var left = 50
  public var right = 50
  public var edges = 200
  public var seed = 0

  public init() {}

  public static let manual = Manual<Self>(
    "random-bipartite",
    "Two sides, left and right, with a given number of random edges between them.",
    parameters: [
      .count("left", \.left, "The number of nodes on the left."),
      .count("right", \.right, "The number of nodes on the right."),
      Parameter(
        "edges", \.edges, within: Bounds(0...GeneratorLimit.edges),
        "The number of edges, at most `left` times `right`."),
      .seed(\.seed),
    ], source: "the model G(l, r, m), networkx's bipartite.gnmk_random_graph")

  public func check() throws(ParameterError) {
    try GeneratorLimit.check(nodes: left + right, parameter: "left")
    let most = GeneratorLimit.product(left, right)
    guard edges <= most else {
      throw ParameterError(
        "sides of \(left) and \(right) nodes have at most \(most) edges, found \(edges); reduce "
          + "'edges'", parameter: "edges")
    }
  }

  /// Edges are in ascending order. The groups of the nodes are `left` and `right`.
  public func graph() throws -> Graph {
    try checkAll()
    var generator = SeededGenerator(seed: seed)
    let pairs = RandomSubset.subset(edges, of: GeneratorLimit.product(left, right), by: &generator)
    return try CompleteBipartiteSource.graph(left, right, pairs: pairs)
  }
}

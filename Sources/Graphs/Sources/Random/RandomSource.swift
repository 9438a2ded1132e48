import ForceLabPlugins

public struct RandomSource: GraphSource {
  public var nodes = 100
  public var edges = 200
  public var seed = 0

  public init() {}

  public static let manual = Manual<Self>(
    "random", "A uniformly random graph with given numbers of nodes and edges (Erdős–Rényi).",
    parameters: [
      .count("nodes", \.nodes),
      Parameter(
        "edges", \.edges, within: Bounds(0...GeneratorLimit.edges),
        "The number of edges, at most n(n − 1)/2."),
      .seed(\.seed),
    ], source: "the model G(n, m): P. Erdős and A. Rényi, “On random graphs I”, 1959")

  public func check() throws(ParameterError) {
    let most = GeneratorLimit.pairs(nodes)
    guard edges <= most else {
      throw ParameterError(
        "a graph of \(nodes) nodes has at most \(most) edges, found \(edges); reduce 'edges'",
        parameter: "edges")
    }
  }

  /// Edges are in ascending order of their ends. Cost: n + m·log m.
  public func graph() throws -> Graph {
    try checkAll()
    var generator = SeededGenerator(seed: seed)
    // Indexes, ascending, into (0,1), (0,2), …, (1,2), (1,3), …
    let pairs = RandomSubset.subset(edges, of: GeneratorLimit.pairs(nodes), by: &generator)
    var sources: [Int32] = []
    var targets: [Int32] = []
    sources.reserveCapacity(pairs.count)
    targets.reserveCapacity(pairs.count)
    var (row, rowStart) = (0, 0)
    for pair in pairs {
      while pair >= rowStart + nodes - 1 - row {
        rowStart += nodes - 1 - row
        row += 1
      }
      sources.append(Int32(row))
      targets.append(Int32(row + 1 + pair - rowStart))
    }
    return try Graph(nodeCount: nodes, sources: sources, targets: targets)
  }
}

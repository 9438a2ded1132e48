import ForceLabPlugins

/// A graph that grows by preferential attachment.
public struct BarabasiAlbertSource: GraphSource {
  /// How many nodes there are.
  public var nodes = 100
  /// How many edges each new node brings.
  public var degree = 2
  /// The seed of the draws.
  public var seed = 0

  /// What is said of it.
  public static let manual = Manual<Self>(
    "barabasi-albert",
    "A graph that grows node by node, each new one joined to nodes that have many edges already: "
      + "m(n − m) edges.",
    parameters: [
      Parameter("nodes", \.nodes, within: GeneratorLimit.counts, "How many nodes there are."),
      Parameter(
        "degree", \.degree, within: GeneratorLimit.counts,
        "How many edges each new node brings; less than `nodes`."),
      Parameter("seed", \.seed, "The seed of the draws; the same seed gives the same graph."),
    ],
    source: "A.-L. Barabási and R. Albert, “Emergence of scaling in random networks”, 1999; "
      + "starts from a star of degree + 1 nodes, as networkx does")

  /// The defaults.
  public init() {}

  /// Finds too few nodes or too many edges.
  public func check() throws(ParameterError) {
    guard degree < nodes else {
      throw ParameterError(
        "a new node cannot bring \(degree) edges where there are \(nodes) nodes; "
          + "take fewer than \(nodes)", parameter: "degree")
    }
    try GeneratorLimit.check(
      edges: GeneratorLimit.product(degree, nodes &- degree), parameter: "degree")
  }

  /// The graph; edges in the order of their growth, from each new node to older ones.
  public func graph() throws -> Graph {
    try checkAll()
    var generator = SeededGenerator(seed: UInt64(bitPattern: Int64(seed)))
    let edgeCount = degree * (nodes - degree)
    // Both ends of every edge: a node stands here as often as it has edges.
    var ends: [Int32] = []
    ends.reserveCapacity(2 * edgeCount)
    for leaf in 1...Int32(degree) {
      ends.append(leaf)
      ends.append(0)
    }
    var lastChosenBy = [Int32](repeating: -1, count: nodes)
    for newcomer in Int32(degree + 1)..<max(Int32(degree + 1), Int32(nodes)) {
      let older = ends.count
      while ends.count < older + 2 * degree {
        let chosen = ends[generator.index(below: older)]
        guard lastChosenBy[Int(chosen)] != newcomer else { continue }
        lastChosenBy[Int(chosen)] = newcomer
        ends.append(newcomer)
        ends.append(chosen)
      }
    }
    return try Graph(
      nodeCount: nodes, sources: (0..<edgeCount).map { ends[2 * $0] },
      targets: (0..<edgeCount).map { ends[2 * $0 + 1] })
  }
}

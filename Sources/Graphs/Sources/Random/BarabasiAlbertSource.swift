import ForceLabPlugins

public struct BarabasiAlbertSource: GraphSource {
  public var nodes = 100
  public var degree = 2
  public var seed = 0

  public init() {}

  public static let manual = Manual<Self>(
    "barabasi-albert",
    "A scale-free graph, grown node by node by preferential attachment: m(n − m) edges.",
    parameters: [
      .count("nodes", \.nodes),
      .count("degree", \.degree, "The number of edges of each new node, less than `nodes`."),
      .seed(\.seed),
    ],
    source: "A.-L. Barabási and R. Albert, “Emergence of scaling in random networks”, 1999; "
      + "starts from a star of degree + 1 nodes, like networkx")

  public func check() throws(ParameterError) {
    guard degree < nodes else {
      throw ParameterError(
        "'degree' must be less than 'nodes' (\(nodes)), found \(degree)", parameter: "degree")
    }
    try GeneratorLimit.check(
      edges: GeneratorLimit.product(degree, nodes &- degree), parameter: "degree")
  }

  /// Edges are in the order of growth, from each new node to older ones.
  public func graph() throws -> Graph {
    try checkAll()
    var generator = SeededGenerator(seed: seed)
    let edgeCount = degree * (nodes - degree)
    // Both ends of every edge: each node appears once for each of its edges.
    var ends: [Int32] = []
    ends.reserveCapacity(2 * edgeCount)
    for leaf in 1...Int32(degree) { ends += [leaf, 0] }
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

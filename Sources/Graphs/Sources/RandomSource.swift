import ForceLabPlugins

/// A graph drawn at random from all with given numbers of nodes and edges.
public struct RandomSource: GraphSource {
  /// How many nodes there are.
  public var nodes = 100
  /// How many edges there are.
  public var edges = 200
  /// The seed of the draw.
  public var seed = 0

  /// What is said of it.
  public static let manual = Manual<Self>(
    "random", "A graph drawn at random from all with so many nodes and edges.",
    parameters: [
      Parameter("nodes", \.nodes, within: GeneratorLimit.counts, "How many nodes there are."),
      Parameter(
        "edges", \.edges, within: Bounds(0...GeneratorLimit.edges),
        "How many edges there are, at most n(n − 1)/2."),
      Parameter("seed", \.seed, "The seed of the draw; the same seed gives the same graph."),
    ],
    source: "the model G(n, m): P. Erdős and A. Rényi, “On random graphs I”, 1959")

  /// The defaults.
  public init() {}

  /// Finds more edges than there are pairs.
  public func check() throws(ParameterError) {
    let most = GeneratorLimit.pairs(nodes)
    guard edges <= most else {
      throw ParameterError(
        "\(nodes) nodes have \(most) pairs, too few for \(edges) edges; take fewer edges",
        parameter: "edges")
    }
  }

  /// The graph; edges in ascending order of their ends. Cost: n + m·log m.
  public func graph() throws -> Graph {
    try checkAll()
    var generator = SeededGenerator(seed: UInt64(bitPattern: Int64(seed)))
    let pairs = GeneratorLimit.pairs(nodes)
    // What is drawn is the smaller part, so that draws seldom meet one drawn before.
    guard edges > pairs / 2 else {
      return try graph(ofPairs: Self.subset(edges, of: pairs, by: &generator))
    }
    let missing = Self.subset(pairs - edges, of: pairs, by: &generator)
    var next = missing[...]
    var present: [Int] = []
    present.reserveCapacity(edges)
    for pair in 0..<pairs {
      if next.first == pair { next.removeFirst() } else { present.append(pair) }
    }
    return try graph(ofPairs: present)
  }

  /// `size` of the numbers 0 ..< `count` at random, in ascending order.
  ///
  /// Numbers are drawn until so many differ; all are alike in that, so every subset is as likely.
  private static func subset(_ size: Int, of count: Int, by generator: inout SeededGenerator)
    -> [Int]
  {
    var drawn: [Int] = []
    while drawn.count < size {
      for _ in drawn.count..<size { drawn.append(generator.index(below: count)) }
      drawn.sort()
      var kept = 1
      for i in 1..<drawn.count where drawn[i] != drawn[kept - 1] {
        drawn[kept] = drawn[i]
        kept += 1
      }
      drawn.removeSubrange(kept...)
    }
    return drawn
  }

  /// The graph of pairs that are numbered (0,1), (0,2), …, (1,2), (1,3), …, given in that order.
  private func graph(ofPairs pairs: [Int]) throws -> Graph {
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

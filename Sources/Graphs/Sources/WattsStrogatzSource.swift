import ForceLabPlugins

/// A ring in which each node is joined to its nearest neighbours, some edges rewired at random.
public struct WattsStrogatzSource: GraphSource {
  /// How many nodes there are.
  public var nodes = 100
  /// To how many of its nearest nodes each is joined, half of them on either side.
  public var degree = 4
  /// The probability that an edge is rewired.
  public var rewire = 0.1
  /// The seed of the draws.
  public var seed = 0

  /// What is said of it.
  public static let manual = Manual<Self>(
    "watts-strogatz",
    "A small world: a ring with edges to the nearest nodes, some of them rewired: nk/2 edges.",
    parameters: [
      Parameter("nodes", \.nodes, within: GeneratorLimit.counts, "How many nodes there are."),
      Parameter(
        "degree", \.degree, within: Bounds(2...GeneratorLimit.nodes),
        "To how many of its nearest nodes each is joined; even and less than `nodes`."),
      Parameter("rewire", \.rewire, in: 0...1, "The probability that an edge is rewired."),
      Parameter("seed", \.seed, "The seed of the draws; the same seed gives the same graph."),
    ],
    source: "D. J. Watts and S. H. Strogatz, “Collective dynamics of small-world networks”, 1998; "
      + "edges are rewired node by node")

  /// The defaults.
  public init() {}

  /// Finds an odd degree, too few nodes or too many edges.
  public func check() throws(ParameterError) {
    guard degree.isMultiple(of: 2) else {
      throw ParameterError(
        "'degree' must be even, half of it on either side; found \(degree)", parameter: "degree")
    }
    guard degree < nodes else {
      throw ParameterError(
        "a node cannot have \(degree) neighbours where there are \(nodes) nodes; "
          + "take fewer than \(nodes)", parameter: "degree")
    }
    try GeneratorLimit.check(
      edges: GeneratorLimit.product(nodes, degree / 2), parameter: "degree")
  }

  /// The graph; node by node, the edges to the next nodes of the ring or what became of them.
  public func graph() throws -> Graph {
    try checkAll()
    var generator = SeededGenerator(seed: UInt64(bitPattern: Int64(seed)))
    var rewiring = Rewiring(nodes: nodes, half: degree / 2)
    for node in 0..<nodes { rewiring.visit(node, probability: rewire, by: &generator) }
    let half = degree / 2
    return try Graph(
      nodeCount: nodes, sources: (0..<nodes * half).map { Int32($0 / half) },
      targets: rewiring.targets)
  }
}

/// The edges of a ring lattice while they are rewired, node by node.
private struct Rewiring {
  let nodes: Int
  let half: Int
  /// The far ends of the edges: `half` per node.
  private(set) var targets: [Int32]
  /// The nodes whose rewired edges end at a node.
  private var arrivals: [[Int32]]
  /// The last node visited that has, or had, a node as neighbour; negative where it has lost it.
  private var neighborOf: [Int32]

  init(nodes: Int, half: Int) {
    self.nodes = nodes
    self.half = half
    targets = (0..<nodes * half).map { Int32(($0 / half + $0 % half + 1) % nodes) }
    arrivals = Array(repeating: [], count: nodes)
    neighborOf = Array(repeating: -1, count: nodes)
  }

  /// Rewires each edge of `node` with `probability` to a node that is not yet its neighbour.
  mutating func visit(
    _ node: Int, probability: Double, by generator: inout SeededGenerator
  ) {
    guard probability > 0 else { return }
    let degree = markNeighbors(of: node)
    let freeCount = nodes - 1 - degree
    guard freeCount > 0 else { return }
    // Where free nodes are rare they are listed; else trying until one is found is faster.
    var free: [Int32] =
      2 * freeCount > nodes
      ? [] : (0..<Int32(nodes)).filter { $0 != node && neighborOf[Int($0)] != node }
    for edge in node * half..<(node + 1) * half where generator.unit() < probability {
      let old = targets[edge]
      let new: Int32
      if free.isEmpty {
        new = anyFree(of: node, by: &generator)
      } else {
        let place = generator.index(below: free.count)
        new = free[place]
        free[place] = old
      }
      targets[edge] = new
      neighborOf[Int(new)] = Int32(node)
      neighborOf[Int(old)] = -1
      arrivals[Int(new)].append(Int32(node))
    }
  }

  private func anyFree(of node: Int, by generator: inout SeededGenerator) -> Int32 {
    while true {
      let candidate = generator.index(below: nodes)
      if candidate != node && neighborOf[candidate] != node { return Int32(candidate) }
    }
  }

  /// Marks the neighbours of `node` and counts them.
  private mutating func markNeighbors(of node: Int) -> Int {
    var degree = 0
    func mark(_ neighbor: Int) {
      neighborOf[neighbor] = Int32(node)
      degree += 1
    }
    for edge in node * half..<(node + 1) * half { mark(Int(targets[edge])) }
    for step in 1...half {
      let before = (node - step + nodes) % nodes
      if targets[before * half + step - 1] == node { mark(before) }
    }
    for arrival in arrivals[node] { mark(Int(arrival)) }
    return degree
  }
}

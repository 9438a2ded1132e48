import ForceLabPlugins

public struct WattsStrogatzSource: GraphSource {
  public var nodes = 100
  public var degree = 4
  public var rewire = 0.1
  public var seed = 0

  public init() {}

  public static let manual = Manual<Self>(
    "watts-strogatz",
    "A small-world graph: a ring lattice with some edges rewired at random, nk/2 edges.",
    parameters: [
      .count("nodes", \.nodes),
      Parameter(
        "degree", \.degree, within: Bounds(2...GeneratorLimit.nodes),
        "The number of nearest nodes that each node is joined to; even, less than `nodes`."),
      Parameter("rewire", \.rewire, in: 0...1, "The probability of rewiring an edge."),
      .seed(\.seed),
    ],
    source: "D. J. Watts and S. H. Strogatz, “Collective dynamics of small-world networks”, 1998; "
      + "edges are rewired node by node")

  public func check() throws(ParameterError) {
    guard degree.isMultiple(of: 2) else {
      throw ParameterError("'degree' must be even, found \(degree)", parameter: "degree")
    }
    guard degree < nodes else {
      throw ParameterError(
        "'degree' must be less than 'nodes' (\(nodes)), found \(degree)", parameter: "degree")
    }
    try GeneratorLimit.check(edges: GeneratorLimit.product(nodes, degree / 2), parameter: "degree")
  }

  /// Each node adds the edges to the next nodes of the ring, rewired or not.
  public func graph() throws -> Graph {
    try checkAll()
    var generator = SeededGenerator(seed: seed)
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
  private(set) var targets: [Int32]
  /// For each node, the nodes whose rewired edges end there.
  private var arrivals: [[Int32]]
  /// For each node, the last visited node that has it as a neighbor; −1 if it has no longer.
  private var neighborOf: [Int32]

  init(nodes: Int, half: Int) {
    self.nodes = nodes
    self.half = half
    targets = (0..<nodes * half).map { Int32(($0 / half + $0 % half + 1) % nodes) }
    arrivals = Array(repeating: [], count: nodes)
    neighborOf = Array(repeating: -1, count: nodes)
  }

  /// Rewires each edge of `node` with `probability` to a node that is not yet its neighbor.
  mutating func visit(_ node: Int, probability: Double, by generator: inout SeededGenerator) {
    guard probability > 0 else { return }
    let degree = markNeighbors(of: node)
    let freeCount = nodes - 1 - degree
    guard freeCount > 0 else { return }
    // List the free nodes if they are few. Otherwise drawing until one is free is faster.
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

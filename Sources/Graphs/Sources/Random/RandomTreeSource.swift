import ForceLabPlugins

public struct RandomTreeSource: GraphSource {
  public var nodes = 100
  public var seed = 0

  public init() {}

  public static let manual = Manual<Self>(
    "random-tree", "A tree drawn uniformly from all trees of numbered nodes.",
    parameters: [.count("nodes", \.nodes), .seed(\.seed)],
    source: "H. Prüfer's sequences, 1918; networkx's random_labeled_tree")

  /// Cost: linear.
  public func graph() throws -> Graph {
    try checkAll()
    guard nodes > 1 else { return try Graph(nodeCount: nodes, edges: []) }
    var generator = SeededGenerator(seed: seed)
    return try Self.tree((0..<nodes - 2).map { _ in generator.index(below: nodes) })
  }

  /// The tree of a Prüfer sequence, which has two more nodes.
  static func tree(_ sequence: [Int]) throws(ParameterError) -> Graph {
    let count = sequence.count + 2
    var degrees = [Int](repeating: 1, count: count)
    for node in sequence { degrees[node] += 1 }
    var edges: [(Int, Int)] = []
    edges.reserveCapacity(count - 1)
    // The lowest leaf is joined to the next node of the sequence, and removed.
    var lowest = degrees.firstIndex(of: 1) ?? 0
    var leaf = lowest
    for node in sequence {
      edges.append((leaf, node))
      degrees[node] -= 1
      if degrees[node] == 1, node < lowest {
        leaf = node
      } else {
        repeat { lowest += 1 } while degrees[lowest] != 1
        leaf = lowest
      }
    }
    edges.append((leaf, count - 1))
    return try Graph(nodeCount: count, edges: edges)
  }
}

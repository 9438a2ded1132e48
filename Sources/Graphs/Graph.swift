/// A simple undirected graph: no self loops, no duplicate edges.
///
/// Nodes are 0 ..< `nodeCount`. Edges keep their order. Neighbours are stored as compressed sparse
/// rows.
public struct Graph: Sendable {
  /// The number of nodes.
  public let nodeCount: Int
  /// One end of each edge.
  public let sources: [Int32]
  /// The other end of each edge.
  public let targets: [Int32]
  /// A weight for each edge; nil if the graph has none.
  public let weights: [Double]?
  /// A name for each node; nil if they have none.
  public let labels: [String]?
  /// A group for each node, such as a community; nil if they have none.
  public let groups: [String]?
  /// The other attributes of the nodes that were read.
  public let nodeAttributes: Attributes
  /// The other attributes of the edges that were read.
  public let edgeAttributes: Attributes
  /// The index in `neighbors` of each node's first neighbour, and the total: `nodeCount + 1` numbers.
  public let offsets: [Int32]
  /// The neighbours of node 0, then of node 1, …, each in the order of the edges.
  public let neighbors: [Int32]
  /// The number of self loops that were dropped.
  public let droppedSelfLoops: Int
  /// The number of duplicate edges, in either direction, that were dropped.
  public let droppedDuplicates: Int

  /// The number of edges.
  public var edgeCount: Int { sources.count }

  /// The number of neighbours of `node`.
  public func degree(of node: Int) -> Int { Int(offsets[node + 1] - offsets[node]) }

  /// The neighbours of `node`, in the order of the edges.
  public func neighbors(of node: Int) -> ArraySlice<Int32> {
    neighbors[Int(offsets[node])..<Int(offsets[node + 1])]
  }

  /// The first node labelled `name`, or else the node with that index. Cost: linear with labels.
  public func node(named name: String) -> Int? {
    if let node = labels?.firstIndex(of: name) { return node }
    guard let index = Int(name), index >= 0, index < nodeCount else { return nil }
    return index
  }

  /// A note on the self loops and duplicate edges that were dropped; nil if there were none.
  public var note: String? {
    func count(_ count: Int, _ one: String, _ many: String) -> String? {
      count == 0 ? nil : "\(count) \(count == 1 ? one : many)"
    }
    let dropped = [
      count(droppedSelfLoops, "self loop", "self loops"),
      count(droppedDuplicates, "duplicate edge", "duplicate edges"),
    ].compactMap { $0 }
    return dropped.isEmpty ? nil : "dropped " + dropped.joined(separator: " and ")
  }
}

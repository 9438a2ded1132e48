import ForceLabSettings

/// A simple undirected graph: no self loops, no duplicate edges.
///
/// Nodes are numbered 0 ..< `nodeCount`. Edges keep their order. The neighbours of all nodes are stored as
/// compressed sparse rows.
public struct Graph: Sendable {
  public let nodeCount: Int
  /// The first end of each edge.
  public let sources: [Int32]
  /// The second end of each edge.
  public let targets: [Int32]
  /// The weight of each edge; nil if the edges have no weights.
  public let weights: [Double]?
  /// The name of each node; nil if the nodes have no names.
  public let labels: [String]?
  /// The group of each node, such as a community; nil if there are no groups.
  public let groups: [String]?
  public let nodeAttributes: Attributes
  public let edgeAttributes: Attributes
  /// The index in `neighbors` of each node's first neighbour, and the total.
  public let offsets: [Int32]
  /// The neighbours of node 0, then of node 1, …, each in the order of the edges.
  public let neighbors: [Int32]
  public let droppedSelfLoops: Int
  /// Two edges between the same nodes are duplicates, whatever their directions.
  public let droppedDuplicates: Int

  public var edgeCount: Int { sources.count }
  public func degree(of node: Int) -> Int { Int(offsets[node + 1] - offsets[node]) }

  public func neighbors(of node: Int) -> ArraySlice<Int32> {
    neighbors[Int(offsets[node])..<Int(offsets[node + 1])]
  }

  /// The first node with the label `name`, byte for byte, or else the node with that number. Cost:
  /// linear in the nodes if they have labels.
  public func node(named name: String) -> Int? {
    if let node = labels?.firstIndex(where: name.hasSameUTF8(as:)) { return node }
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

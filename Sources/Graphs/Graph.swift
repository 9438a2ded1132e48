/// A simple undirected graph: no self loops, no duplicate edges.
///
/// Nodes are 0 ..< `nodeCount`. Edges keep the order in which they were given; the neighbours of a
/// node stand together (compressed sparse rows).
public struct Graph: Sendable {
  /// How many nodes there are.
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
  /// What was read of the nodes' other attributes.
  public let nodeAttributes: Attributes
  /// What was read of the edges' other attributes.
  public let edgeAttributes: Attributes
  /// Where each node's neighbours begin in `neighbors`; `nodeCount + 1` numbers.
  public let offsets: [Int32]
  /// The neighbours of node 0, then those of node 1, …, each in the order of the edges.
  public let neighbors: [Int32]
  /// How many self loops were dropped when the graph was made.
  public let droppedSelfLoops: Int
  /// How many duplicate edges, in either direction, were dropped when the graph was made.
  public let droppedDuplicates: Int

  /// How many edges there are.
  public var edgeCount: Int { sources.count }

  /// How many neighbours `node` has.
  public func degree(of node: Int) -> Int { Int(offsets[node + 1] - offsets[node]) }

  /// The neighbours of `node`, in the order of the edges.
  public func neighbors(of node: Int) -> ArraySlice<Int32> {
    neighbors[Int(offsets[node])..<Int(offsets[node + 1])]
  }

  /// The node called `name`: the first with that label, else the one with that index.
  /// Cost: linear in the number of nodes where they have labels.
  public func node(named name: String) -> Int? {
    if let node = labels?.firstIndex(of: name) { return node }
    guard let index = Int(name), index >= 0, index < nodeCount else { return nil }
    return index
  }

  /// What was dropped when the graph was made, in words; nil if nothing was.
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

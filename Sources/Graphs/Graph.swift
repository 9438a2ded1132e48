import ForceLabPlugins
import ForceLabSettings
import Synchronization

/// A simple undirected graph: no self loops, no duplicate edges.
///
/// Nodes are numbered 0 ..< `nodeCount`. Edges keep their order. The neighbors of all nodes are stored as
/// compressed sparse rows.
public struct Graph: Sendable {
  public let nodeCount: Int
  /// The first end of each edge.
  public let sources: [Int32]
  /// The second end of each edge.
  public let targets: [Int32]
  /// The weight of each edge; nil if the edges have no weights.
  public let weights: [Double]?
  /// The identifiers of the nodes in the source; nil if they are the numbers of the nodes.
  public internal(set) var ids: NodeIDs? { didSet { index = NameIndex() } }
  /// The name of each node; nil if the nodes have no names.
  public let labels: [String]?
  /// The group of each node, such as a community; nil if there are no groups.
  public let groups: [String]?
  public let nodeAttributes: Attributes
  public let edgeAttributes: Attributes
  /// The index in `neighbors` of each node's first neighbor, and the total.
  public let offsets: [Int32]
  /// The neighbors of node 0, then of node 1, …, each in the order of the edges.
  public let neighbors: [Int32]
  public let droppedSelfLoops: Int
  /// Two edges between the same nodes are duplicates, whatever their directions.
  public let droppedDuplicates: Int
  /// Whether the source says that edges lead from their first end to their second. Drawings show it by arrows.
  package var isDirected = false
  /// What the reader of the source changed, as a part of a sentence; nil if nothing.
  let remark: String?
  /// Copies share it.
  private var index = NameIndex()

  public var edgeCount: Int { sources.count }
  public func degree(of node: Int) -> Int { Int(offsets[node + 1] - offsets[node]) }

  public func neighbors(of node: Int) -> ArraySlice<Int32> {
    neighbors[Int(offsets[node])..<Int(offsets[node + 1])]
  }

  /// The first node with the label `name`, byte for byte, or else the node with that id, or else the
  /// node with that number. Cost: for the first names, linear in the nodes if they have labels or ids.
  public func node(named name: String) -> Int? {
    if let node = node(labeled: name) { return node }
    guard let index = Int(name), index >= 0, index < nodeCount else { return nil }
    return index
  }

  /// The first node with the label `name`, byte for byte, or else the node with that id.
  package func node(labeled name: String) -> Int? {
    index.place(of: name, in: [labels, ids?.texts].compactMap { $0 })
  }

  /// A note on what the reader changed and on the self loops and duplicate edges that were dropped;
  /// nil if there is nothing to note.
  public var note: String? {
    func count(_ count: Int, _ one: String, _ many: String) -> String? {
      count == 0 ? nil : "\(count) \(count == 1 ? one : many)"
    }
    let dropped = [
      count(droppedSelfLoops, "self loop", "self loops"),
      count(droppedDuplicates, "duplicate edge", "duplicate edges"),
    ].compactMap { $0 }
    let parts = [
      remark, dropped.isEmpty ? nil : "dropped " + dropped.joined(separator: " and "),
    ].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  /// Whether both have the same nodes, with the same names, and the same edges, in the same order.
  package func hasSameParts(as other: Graph) -> Bool {
    nodeCount == other.nodeCount && sources == other.sources && targets == other.targets
      && labels == other.labels && ids == other.ids
  }

  /// The identifier of `node` in the source of the graph; its number if the source has none.
  public func id(of node: Int) -> String { ids?.texts[node] ?? String(node) }
}

/// Finds the places of names. It searches for the first ones, and makes a table for many.
private final class NameIndex: Sendable {
  private let state = Mutex<(searches: Int, places: [UTF8Key: Int])>((0, [:]))

  /// The place of `name` in the first of `lists` that has it. They must be the same each time.
  func place(of name: String, in lists: [[String]]) -> Int? {
    state.withLock { state in
      state.searches += 1
      if state.searches < 16 {
        return lists.lazy.compactMap { $0.firstIndex(where: name.hasSameUTF8(as:)) }.first
      }
      if state.searches == 16 {
        let names = lists.flatMap { list in zip(list.lazy.map { UTF8Key($0) }, list.indices) }
        state.places = Dictionary(firstOf: names)
      }
      return state.places[UTF8Key(name)]
    }
  }
}

/// The identifiers of the nodes in the source of a graph, one for each, as written there.
public struct NodeIDs: Sendable, Hashable, Codable {
  public var texts: [String]
  /// Whether the source has them as numbers, so that programs read them as numbers.
  public var areNumbers: Bool

  public init(_ texts: [String], areNumbers: Bool = false) {
    (self.texts, self.areNumbers) = (texts, areNumbers)
  }
}

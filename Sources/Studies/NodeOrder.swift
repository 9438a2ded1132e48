import ForceLabGraphs
import ForceLabPlugins

/// The order in which a simulation sees nodes and edges: that of their source or a random one. Results are in the order
/// of the source.
public struct NodeOrder {
  /// The graph as its source made it.
  public let original: Graph
  /// The graph as the simulation sees it.
  public let graph: Graph
  /// The number in `original` of each node; nil if the order is that of the source.
  let originals: [Int]?
  /// The number in `graph` of each node of `original`; nil if the order is that of the source.
  private let places: [Int]?

  init(_ graph: Graph) {
    (original, self.graph) = (graph, graph)
    (originals, places) = (nil, nil)
  }

  /// A random order of nodes and edges, a function of the seed. Cost: linear.
  init(shuffling original: Graph, seed: UInt64) throws(ParameterError) {
    // Placements and forces use other streams.
    var generator = SeededGenerator(seed: seed, stream: .max)
    let originals = (0..<original.nodeCount).shuffled(using: &generator)
    let edges = (0..<original.edgeCount).shuffled(using: &generator)
    var change = GraphChange(keeping: original)
    (change.nodes, change.edges) = (originals.map { .kept($0) }, edges.map { .kept($0) })
    self.init(original, try original.changed(by: change), originals: originals)
  }

  /// An order of `original` in which node `originals[i]` is node i of `graph`.
  private init(_ original: Graph, _ graph: Graph, originals: [Int]) {
    var places = [Int](repeating: 0, count: originals.count)
    for (place, node) in originals.enumerated() { places[node] = place }
    (self.original, self.graph) = (original, graph)
    (self.originals, self.places) = (originals, places)
  }

  /// The order after `change` of `original`, and the change of `graph`. In a random order, new parts are last.
  func changed(by change: GraphChange) throws(ParameterError) -> (NodeOrder, GraphChange) {
    let new = try original.changed(by: change)
    guard let originals, let places else { return (NodeOrder(new), change) }
    var moved = [Int?](repeating: nil, count: original.nodeCount)
    var added: [Int] = []
    for (node, part) in change.nodes.enumerated() {
      if let kept = part.kept { moved[kept] = node } else { added.append(node) }
    }
    let kept = originals.filter { moved[$0] != nil }
    let order = kept.compactMap { moved[$0] } + added
    var newPlaces = [Int](repeating: 0, count: order.count)
    for (place, node) in order.enumerated() { newPlaces[node] = place }

    var own = GraphChange(keeping: graph)
    own.nodes = kept.map { .kept(places[$0]) } + change.nodes.filter { $0.kept == nil }
    let keptEdges = Set(change.edges.compactMap(\.kept).map { ends(of: $0, in: original) { $0 } })
    own.edges = own.edges.filter { part in
      part.kept.map { keptEdges.contains(ends(of: $0, in: graph) { originals[$0] }) } ?? false
    }
    own.edges += change.edges.compactMap { part in
      guard case .new(var edge) = part else { return nil }
      (edge.source, edge.target) = (newPlaces[edge.source], newPlaces[edge.target])
      return .new(edge)
    }
    return (NodeOrder(new, try graph.changed(by: own), originals: order), own)
  }

  /// The ends of an edge, after `number`.
  private func ends(of edge: Int, in graph: Graph, _ number: (Int) -> Int) -> NodePair {
    NodePair(number(Int(graph.sources[edge])), number(Int(graph.targets[edge])))
  }

  func original(of node: Int) -> Int { originals?[node] ?? node }

  func place(of original: Int) -> Int { places?[original] ?? original }

  /// Coordinates of the simulation, one list per axis, in the order of the source.
  public func restored(_ coordinates: [[Double]]) -> [[Double]] {
    guard let places else { return coordinates }
    return coordinates.map { axis in places.map { axis[$0] } }
  }
}

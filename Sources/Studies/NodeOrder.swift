import ForceLabGraphs
import ForceLabPlugins

/// The order in which a simulation sees the nodes and edges of a graph: that of its source, or a random
/// one. Results are in the order of the source.
public struct NodeOrder {
  /// The graph as its source made it.
  public let original: Graph
  /// The graph as the simulation sees it.
  public let graph: Graph
  /// The number in `original` of each node; nil if the order is that of the source.
  let originals: [Int]?
  /// The number in `graph` of each node of `original`; nil if the order is that of the source.
  private let places: [Int]?

  /// The order of the source.
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
    var places = [Int](repeating: 0, count: originals.count)
    for (place, node) in originals.enumerated() { places[node] = place }
    self.original = original
    graph = try Graph(
      nodeCount: original.nodeCount,
      sources: edges.map { Int32(places[Int(original.sources[$0])]) },
      targets: edges.map { Int32(places[Int(original.targets[$0])]) },
      weights: original.weights.map { weights in edges.map { weights[$0] } },
      labels: original.labels.map { labels in originals.map { labels[$0] } },
      groups: original.groups.map { groups in originals.map { groups[$0] } },
      nodeAttributes: original.nodeAttributes.selecting(originals),
      edgeAttributes: original.edgeAttributes.selecting(edges),
      ids: original.ids.map { ids in
        NodeIDs(originals.map { ids.texts[$0] }, areNumbers: ids.areNumbers)
      })
    (self.originals, self.places) = (originals, places)
  }

  func original(of node: Int) -> Int { originals?[node] ?? node }

  func place(of original: Int) -> Int { places?[original] ?? original }

  /// Coordinates of the simulation, one list per axis, in the order of the source.
  public func restored(_ coordinates: [[Double]]) -> [[Double]] {
    guard let places else { return coordinates }
    return coordinates.map { axis in places.map { axis[$0] } }
  }
}

extension Attributes {
  /// The simulation needs no other attributes.
  fileprivate func selecting(_ indices: [Int]) -> Attributes {
    Attributes(
      values: values.mapValues { values in indices.map { values[$0] } }, names: names)
  }
}

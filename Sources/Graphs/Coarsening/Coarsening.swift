/// A coarser graph, whose nodes are groups of the nodes of a finer graph. G. Karypis and V. Kumar, “A fast and high
/// quality multilevel scheme for partitioning irregular graphs”, 1998: heavy-edge matching.
public struct Coarsening: Sendable {
  /// A node for each group. The weight of an edge is the sum of the weights of the finer edges
  /// between two groups; edges of a graph without weights weigh 1.
  public let graph: Graph
  /// The group of each node of the finer graph.
  public let groups: [Int32]
  public let masses: [Double]
  /// The length of a coarser edge in finer edges: the sum of the distances of all nodes from the
  /// first node of their component, divided by the sum for their groups; 1 without edges.
  public let stretch: Double

  /// Matches the nodes of `finer` in pairs, and the groups again, for one or more `rounds`: into groups of up to
  /// 2^rounds nodes. A graph of two or more nodes always shrinks. `masses` are positive; nodes of small mass are
  /// matched first. All edges of `finer` weigh 1 unless `usesWeights`. Cost: linear. Deterministic.
  public init(of finer: Graph, masses: [Double], rounds: Int = 1, usesWeights: Bool = true) {
    var (masses, edges) = (masses, WeightedEdges())
    var rows = WeightedRows(finer, usesWeights: usesWeights)
    var groups = (0..<Int32(finer.nodeCount)).map { $0 }
    for _ in 0..<max(1, rounds) {
      let matching = Matching(rows, masses: masses)
      edges = rows.edges(between: matching.groups, count: matching.count)
      masses = matching.sums(of: masses)
      for node in groups.indices { groups[node] = matching.groups[Int(groups[node])] }
      rows = WeightedRows(nodeCount: matching.count, edges)
    }
    graph = Graph(rows, edges)
    self.groups = groups
    self.masses = masses
    stretch = Self.stretch(of: finer, to: graph, groups)
  }

  private static func stretch(of finer: Graph, to coarser: Graph, _ groups: [Int32]) -> Double {
    let (starts, distances) = finer.distancesWithinComponents()
    let coarse = coarser.distances(from: starts.map { groups[Int($0)] })
    var (fineSum, coarseSum) = (0.0, 0.0)
    for node in groups.indices {
      fineSum += Double(distances[node])
      coarseSum += Double(coarse[Int(groups[node])])
    }
    return coarseSum > 0 ? max(1, fineSum / coarseSum) : 1
  }
}

extension Graph {
  /// The nodes `order`, with node `order[i]` as node i, and the edges between them in the order of their
  /// lower ends, without names and attributes, and without groups unless these are kept. Cost: linear.
  package func renumbered(_ order: [Int32], keepsGroups: Bool = false) -> Graph {
    var places = [Int32](repeating: -1, count: nodeCount)
    for (place, node) in order.enumerated() { places[Int(node)] = Int32(place) }
    var edges = WeightedEdges()
    WeightedRows(self, usesWeights: true).withUnsafePointers { offsets, neighbors, weights in
      for (place, node) in order.enumerated() {
        for entry in Int(offsets[Int(node)])..<Int(offsets[Int(node) + 1]) {
          let other = places[Int(neighbors[entry])]
          guard other > place else { continue }
          edges.sources.append(Int32(place))
          edges.targets.append(other)
          edges.weights.append(weights[entry])
        }
      }
    }
    return Graph(
      WeightedRows(nodeCount: order.count, edges), edges,
      groups: keepsGroups ? groups.map { groups in order.map { groups[Int($0)] } } : nil)
  }

  init(_ rows: WeightedRows, _ edges: WeightedEdges, groups: [String]? = nil) {
    nodeCount = rows.offsets.count - 1
    (sources, targets, weights) = (edges.sources, edges.targets, edges.weights)
    (ids, labels, self.groups, remark) = (nil, nil, groups, nil)
    (nodeAttributes, edgeAttributes) = (Attributes(), Attributes())
    (offsets, neighbors) = (rows.offsets, rows.neighbors)
    (droppedSelfLoops, droppedDuplicates) = (0, 0)
  }
}

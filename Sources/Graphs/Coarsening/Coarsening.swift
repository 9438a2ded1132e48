/// A graph seen from afar: groups of its nodes, and the smaller graph that they make.
///
/// G. Karypis and V. Kumar, “A fast and high quality multilevel scheme for partitioning irregular
/// graphs”, 1998: heavy-edge matching.
public struct Coarsening: Sendable {
  /// A node for each group. The weight of an edge is the sum of the weights of the finer edges
  /// between two groups, an edge of a graph without weights counting 1.
  public let graph: Graph
  /// The group of each node of the finer graph.
  public let groups: [Int32]
  /// The mass of each group, the sum of those of its nodes.
  public let masses: [Double]
  /// How many edges of the finer graph an edge of this one is long: the sum of the distances of all
  /// nodes from the first of their component, divided by that of their groups; 1 without edges.
  public let stretch: Double

  /// Groups the nodes of `finer` by matching them two by two, and their groups again, so many
  /// `rounds`: into groups of up to 2^rounds. A graph of two nodes or more always shrinks.
  ///
  /// - Parameters:
  ///   - finer: The graph.
  ///   - masses: A positive mass for each node; nodes of small mass are matched first.
  ///   - rounds: How often nodes are matched, at least once.
  /// Cost: linear in nodes and edges; the same every time.
  public init(of finer: Graph, masses: [Double], rounds: Int = 1) {
    var (rows, masses, edges) = (WeightedRows(finer), masses, WeightedEdges())
    var groups = (0..<Int32(finer.nodeCount)).map { $0 }
    for _ in 0..<max(1, rounds) {
      let matching = Matching(rows, masses: masses)
      edges = matching.edges(rows)
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
  /// The graph of `edges`, whose rows are `rows`: simple, and without names.
  init(_ rows: WeightedRows, _ edges: WeightedEdges) {
    nodeCount = rows.offsets.count - 1
    (sources, targets, weights) = (edges.sources, edges.targets, edges.weights)
    (labels, groups) = (nil, nil)
    (nodeAttributes, edgeAttributes) = (Attributes(), Attributes())
    (offsets, neighbors) = (rows.offsets, rows.neighbors)
    (droppedSelfLoops, droppedDuplicates) = (0, 0)
  }
}

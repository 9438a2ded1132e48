import ForceLabPlugins

/// Numbers that distinguish graphs.
public struct GraphFacts: Sendable, Hashable {
  public let components: Int
  /// The number of edges divided by that of all pairs of nodes, 2m/(n(n − 1)); 0 for one node.
  public let density: Double
  public let meanDegree: Double
  public let maxDegree: Int
  /// A lower bound of the diameter of the largest component, in edges: the maximum distance from the node that is
  /// farthest from a node of largest degree. It is exact in trees. Source: C. Magnien, M. Latapy and M. Habib, “Fast
  /// computation of empirical bounds for the diameter of massive graphs”, 2009: double sweep.
  public let diameterLowerBound: Int
  /// The average over all nodes of the share of the pairs of neighbors that are adjacent, 0 for nodes with fewer than
  /// two: D. J. Watts and S. H. Strogatz, 1998. Exact if listing all triangles takes at most `triangleLimit` steps,
  /// else an estimate by `samples` random pairs, with a standard error of at most 0.005: T. Schank and D. Wagner,
  /// “Approximating clustering coefficient and transitivity”, 2005. The same graph gives the same estimate.
  public let clustering: Double
  public let isClusteringExact: Bool

  static let triangleLimit = 50_000_000
  static let samples = 10_000

  /// Cost: linear in nodes and edges, and the triangles.
  public init(_ graph: Graph) { self.init(graph, triangleLimit: Self.triangleLimit) }

  init(_ graph: Graph, triangleLimit: Int) {
    let (nodes, edges) = (Double(graph.nodeCount), Double(graph.edgeCount))
    density = nodes > 1 ? 2 * edges / (nodes * (nodes - 1)) : 0
    meanDegree = nodes > 0 ? 2 * edges / nodes : 0
    maxDegree = (0..<graph.nodeCount).map(graph.degree).max() ?? 0
    (components, diameterLowerBound) = Self.components(graph)
    let exact = Self.averageClustering(of: graph, limit: triangleLimit)
    isClusteringExact = exact != nil
    clustering = exact ?? Self.sampledClustering(of: graph)
  }

  private static func components(_ graph: Graph) -> (count: Int, diameter: Int) {
    guard let (components, sizes, largest) = graph.sizedComponents else { return (0, 0) }
    let members = components.indices.lazy.filter { Int(components[$0]) == largest }
    let hub = members.max { (graph.degree(of: $0), $1) < (graph.degree(of: $1), $0) } ?? 0
    var search = BreadthFirstSearch(graph)
    search.run(from: hub)
    let end = search.distances.indices.max { search.distances[$0] < search.distances[$1] }
    search.run(from: end ?? hub)
    return (sizes.count, Int(search.distances.max() ?? 0))
  }

  private static func sampledClustering(of graph: Graph) -> Double {
    var generator = SeededGenerator(seed: 0, stream: 0x436C_7573_74)
    var closed = 0
    for _ in 0..<samples {
      let neighbors = graph.neighbors(of: generator.index(below: graph.nodeCount))
      guard neighbors.count > 1 else { continue }
      let first = generator.index(below: neighbors.count)
      let second = (first + 1 + generator.index(below: neighbors.count - 1)) % neighbors.count
      var ends = [first, second].map { Int(neighbors[neighbors.startIndex + $0]) }
      if graph.degree(of: ends[0]) > graph.degree(of: ends[1]) { ends.swapAt(0, 1) }
      if graph.neighbors(of: ends[0]).contains(Int32(ends[1])) { closed += 1 }
    }
    return Double(closed) / Double(samples)
  }

  /// By listing all triangles; nil if that takes more than `limit` steps. Cost: linear, and the steps.
  /// Source: T. Schank and D. Wagner, “Finding, counting and listing all triangles in large graphs”, 2005:
  /// forward, with edges from lower to higher degree.
  private static func averageClustering(of graph: Graph, limit: Int) -> Double? {
    let count = graph.nodeCount
    // Edges point to nodes of higher degree, or of equal degree and higher number.
    var ends: [Int32] = []
    ends.reserveCapacity(graph.edgeCount)
    var offsets = [0]
    offsets.reserveCapacity(count + 1)
    for node in 0..<count {
      let degree = graph.degree(of: node)
      for neighbor in graph.neighbors(of: node)
      where (graph.degree(of: Int(neighbor)), Int(neighbor)) > (degree, node) {
        ends.append(neighbor)
      }
      offsets.append(ends.count)
    }
    var steps = 0
    for end in ends {
      steps += offsets[Int(end) + 1] - offsets[Int(end)]
      if steps > limit { return nil }
    }
    var counts = [Int](repeating: 0, count: count)
    var marks = [Int32](repeating: -1, count: count)
    for node in 0..<count {
      let row = offsets[node]..<offsets[node + 1]
      guard row.count > 1 else { continue }
      for entry in row { marks[Int(ends[entry])] = Int32(node) }
      for entry in row {
        let second = Int(ends[entry])
        for place in offsets[second]..<offsets[second + 1] {
          let third = Int(ends[place])
          guard marks[third] == Int32(node) else { continue }
          counts[node] += 1
          counts[second] += 1
          counts[third] += 1
        }
      }
    }
    guard count > 0 else { return 0 }
    var sum = 0.0
    for node in counts.indices where counts[node] > 0 {
      let degree = Double(graph.degree(of: node))
      sum += 2 * Double(counts[node]) / (degree * (degree - 1))
    }
    return sum / Double(count)
  }
}

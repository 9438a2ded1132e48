import ForceLabGraphs
import ForceLabPlugins

public struct ShapeFaithfulness: MetricGroup, EdgeMetric {
  public init() {}

  public static let manual = Manual<Self>(
    "shape-faithfulness",
    "How similar the graph is to three graphs that show the shape of its nodes: the mean over nodes of the Jaccard "
      + "index of their neighbors in the graph and in the shape; from 0 to 1. In the Gabriel graph, nodes are neighbors "
      + "if no other is in the circle between them; in the relative neighborhood graph, if no other is nearer to both; "
      + "the third is the minimum spanning tree.",
    formula:
      "1/n·Σ |A ∩ B|/|A ∪ B| over the n nodes with neighbors A in the graph or B in the shape",
    source: "The shape-based measures of Eades, Hong, Nguyen and Klein 2017")

  public var columns: [Column] {
    ["shape_gabriel", "shape_relative_neighborhood", "shape_spanning_tree"].map {
      .measure($0, unit: "part", better: .higher)
    }
  }

  public var isLocal: Bool { true }

  /// Nil without edges. Nodes at the same place have no edge between them, but in the minimum spanning tree, where they
  /// are a path in the order of their numbers and the first has the other edges. Cost: that of `ShapeGraphs`.
  public func values(of layout: FinishedLayout) -> [Double?] {
    let graph = layout.graph
    guard graph.edgeCount > 0 else { return [nil, nil, nil] }
    let shapes = ShapeGraphs(layout.normalized.coordinates, count: graph.nodeCount)
    let nodes = Array(0..<graph.nodeCount)
    return [
      Self.similarity(of: graph, shapes.place, shapes.members, shapes.gabriel),
      Self.similarity(of: graph, shapes.place, shapes.members, shapes.relativeNeighborhood),
      Self.similarity(of: graph, nodes, nodes.map { [$0] }, shapes.spanningTree),
    ]
  }

  /// To the graph in which nodes are neighbors if `edges` join their places.
  private static func similarity(
    of graph: Graph, _ place: [Int], _ members: [[Int]], _ edges: [SIMD2<Int32>]
  ) -> Double {
    var neighbors = Array(repeating: [Int](), count: members.count)
    for edge in edges {
      neighbors[Int(edge.x)].append(Int(edge.y))
      neighbors[Int(edge.y)].append(Int(edge.x))
    }
    // For each place, the last node that has it as a neighbor.
    var marks = Array(repeating: -1, count: members.count)
    var (sum, count) = (0.0, 0)
    for node in 0..<graph.nodeCount {
      var degree = 0
      for other in neighbors[place[node]] {
        marks[other] = node
        degree += members[other].count
      }
      let shared = graph.neighbors(of: node).count { marks[place[Int($0)]] == node }
      let union = graph.degree(of: node) + degree - shared
      guard union > 0 else { continue }
      sum += Double(shared) / Double(union)
      count += 1
    }
    return sum / Double(count)
  }
}

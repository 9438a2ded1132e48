import ForceLabGraphs
import ForceLabPlugins
import ForceLabSettings

public struct DistanceConsistency: Metric {
  public init() {}

  public static let manual = Manual<Self>(
    "distance-consistency",
    "How well the groups of nodes are separated: the part of the nodes that are nearer to the center of their own group "
      + "than to that of any other; from 0 to 1. Nodes without a group are left out.",
    formula: "1/n·|{i: ‖xi − c(group of i)‖ < ‖xi − c‖ for all other centers c}|",
    source: "Sips et al. 2009")

  public var columns: [Column] { [.measure("distance_consistency", unit: "part", better: .higher)] }

  public func lack(on graph: Graph, dimensions: Int) -> String? {
    Silhouette().lack(on: graph, dimensions: dimensions)
  }

  /// Nil with fewer than two groups. Cost: n for each group, on all processors.
  public func value(of layout: FinishedLayout) -> Double? {
    guard let (members, group, sizes) = Silhouette.groups(of: layout.graph) else { return nil }
    let page = layout.normalized.coordinates
    var centers = Array(repeating: SIMD4<Double>.zero, count: sizes.count)
    let nodes = members.map { node in
      SIMD4(page[0][node], page[1][node], page.count > 2 ? page[2][node] : 0, 0)
    }
    for (node, position) in nodes.enumerated() { centers[group[node]] += position }
    for number in sizes.indices { centers[number] /= Double(sizes[number]) }
    let means = centers
    let right = concurrently(blocksOf: nodes.count) { block in
      block.count { node in
        let own = BoxTree.square(nodes[node] - means[group[node]])
        return means.indices.allSatisfy {
          $0 == group[node] || own < BoxTree.square(nodes[node] - means[$0])
        }
      }
    }
    return Double(right.reduce(0, +)) / Double(nodes.count)
  }
}

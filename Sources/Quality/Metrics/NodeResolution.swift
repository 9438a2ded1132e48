import ForceLabGraphs
import ForceLabPlugins
import ForceLabSettings

public struct NodeResolution: Metric {
  public init() {}

  public static let manual = Manual<Self>(
    "node-resolution",
    "Smallest distance of two nodes divided by the largest; 0 if two nodes coincide; 2D only.",
    formula: "min ‖xi − xj‖/max ‖xi − xj‖ over all pairs of nodes",
    source: "Mooney et al. 2024, after Taylor and Rodgers 2005")

  public var columns: [Column] { [.measure("node_resolution", better: .higher)] }

  public func lack(on graph: Graph, dimensions: Int) -> String? {
    guard dimensions == 2 else { return "it is measured in 2D only" }
    return graph.nodeCount < 2 ? "there are no two nodes" : nil
  }

  /// Nil in 3D, and with fewer than two nodes. Cost: about n·log n.
  public func value(of layout: FinishedLayout) -> Double? {
    let count = layout.graph.nodeCount
    guard layout.dimensions == 2, count > 1 else { return nil }
    let page = layout.normalized
    let largest = ConvexHull(page.coordinates[0], page.coordinates[1]).squaredDiameter
    guard largest > 0 else { return 0 }
    let nearest = NearestNodes(page)
    let squares = concurrently(blocksOf: count, scratch: { nearest }) { block, nearest in
      block.map { nearest.reach(at: $0, count: 1) }
    }
    return ((squares.joined().min() ?? 0) / largest).squareRoot()
  }
}

import ForceLabGraphs
import ForceLabPlugins
import Foundation

public struct EdgeOrthogonality: Metric {
  public init() {}

  public static let manual = Manual<Self>(
    "edge-orthogonality",
    "How near edges are to the directions of the axes: 1 minus their mean angle to the nearest axis in units of 45°; "
      + "from 0, all are diagonal, to 1, all are horizontal or vertical; 2D only.",
    formula:
      "1 − 1/m·Σ min(θ, 90° − θ)/45° over the m edges with angles θ of 0 to 90° to the horizontal",
    source: "Purchase 2002; as in Mooney et al. 2024")

  public var columns: [Column] { [.measure("edge_orthogonality", better: .higher)] }

  public func lack(on graph: Graph, dimensions: Int) -> String? {
    guard dimensions == 2 else { return "the angles to the axes are measured in 2D only" }
    return graph.edgeCount == 0 ? "the graph has no edges" : nil
  }

  /// Nil in 3D and without edges. Edges of length 0 count as 1.
  public func value(of layout: FinishedLayout) -> Double? {
    let graph = layout.graph
    guard layout.dimensions == 2, graph.edgeCount > 0 else { return nil }
    let (x, y) = (layout.normalized.coordinates[0], layout.normalized.coordinates[1])
    let sum = zip(graph.sources, graph.targets).reduce(0.0) { sum, edge in
      let (a, b) = (Int(edge.0), Int(edge.1))
      let angle = atan2(abs(y[b] - y[a]), abs(x[b] - x[a]))
      return sum + min(angle, .pi / 2 - angle) / (.pi / 4)
    }
    return 1 - sum / Double(graph.edgeCount)
  }
}

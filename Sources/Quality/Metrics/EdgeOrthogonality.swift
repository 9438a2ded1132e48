import ForceLabGraphs
import ForceLabPlugins
import Foundation

public struct EdgeOrthogonality: PlaneMetric, EdgeMetric {
  public init() {}

  public static let manual = Manual<Self>(
    "edge-orthogonality",
    "How near edges are to the directions of the axes: 1 minus their mean angle to the nearest axis in units of 45°; "
      + "from 0, all are diagonal, to 1, all are horizontal or vertical; 2D only. The angle of a bent edge is the mean of "
      + "its pieces, by length.",
    formula:
      "1 − 1/m·Σ min(θ, 90° − θ)/45° over the m edges with angles θ of 0 to 90° to the horizontal",
    source: "Purchase 2002; as in Mooney et al. 2024")

  public var columns: [Column] { [.measure("edge_orthogonality", better: .higher)] }

  /// Nil in 3D and without edges. Edges of length 0 have no direction and count as 0, the worst.
  public func value(of layout: FinishedLayout) -> Double? {
    let graph = layout.graph
    guard layout.dimensions == 2, graph.edgeCount > 0 else { return nil }
    let page = layout.normalized
    let lengths = page.routes.isEmpty ? [] : page.edgeLengths
    let sum = graph.sources.indices.reduce(0.0) { sum, edge in
      let whole = page.route(of: edge).map { _ in lengths[edge] }
      if whole == 0 { return sum + 1 }
      var deviation = 0.0
      page.forEachSegment(of: edge) { piece in
        let way = piece.b - piece.a
        let angle = way == .zero ? .pi / 4 : atan2(abs(way.y), abs(way.x))
        let part = whole.map { piece.length / $0 } ?? 1
        deviation += min(angle, .pi / 2 - angle) / (.pi / 4) * part
      }
      return sum + deviation
    }
    return 1 - sum / Double(graph.edgeCount)
  }
}

import ForceLabGraphs
import ForceLabPlugins

public struct NormalizedCrossings: PlaneMetric {
  public init() {}

  public static let manual = Manual<Self>(
    "normalized-crossings",
    "Edge crossings as a part of the pairs of edges without a common node, all of which could cross; from 0, the best, "
      + "to 1; 2D only.",
    formula: "min(1, c/(m·(m − 1)/2 − Σ deg·(deg − 1)/2)) with c crossings of m edges",
    source: "1 minus the measure of Purchase 2002")

  public var columns: [Column] { [.measure("normalized_crossings", unit: "part", better: .lower)] }

  /// Nil in 3D. At most 1, although edges with a common node may overlap, and curves cross twice. Cost: that of `edge-crossings`.
  public func value(of layout: FinishedLayout) -> Double? {
    guard let crossings = EdgeCrossings().value(of: layout) else { return nil }
    let graph = layout.graph
    func pairs(_ count: Int) -> Double { Double(count) * Double(count - 1) / 2 }
    let adjacent = (0..<graph.nodeCount).reduce(0.0) { $0 + pairs(graph.degree(of: $1)) }
    let most = pairs(graph.edgeCount) - adjacent
    return most > 0 ? min(1, crossings / most) : crossings > 0 ? 1 : 0
  }
}

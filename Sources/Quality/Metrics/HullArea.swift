import ForceLabGraphs
import ForceLabPlugins

public struct HullArea: MetricGroup, PlaneMetric {
  public init() {}

  public static let manual = Manual<Self>(
    "hull-area",
    "Area of the convex hull of the nodes, and the part of it that the bounding box would add; 2D only.",
    formula: "A = ½·|Σ (xi·yi₊₁ − xi₊₁·yi)| over the corners, and 1 − A/(width·height)",
    source: "The area of Purchase 2002 and Taylor and Rodgers 2005; as `area_tight` in gdMetriX")

  public var columns: [Column] {
    [
      .measure("hull_area", unit: "px²", better: .lower),
      .measure("hull_gap", "part of the box outside of the hull", unit: "part", better: .lower),
    ]
  }

  /// Nil in 3D, without nodes, and where a number is too large; no gap if the box has no area. Cost: n·log n.
  public func values(of layout: FinishedLayout) -> [Double?] {
    guard layout.dimensions == 2, layout.graph.nodeCount > 0 else { return [nil, nil] }
    let page = layout.normalized
    let area = ConvexHull(page.coordinates[0], page.coordinates[1]).area
    let factor = layout.normalizingFactor
    let scaled = area / factor / factor
    let box = page.extents.reduce(1, *)
    return [scaled.isFinite ? scaled : nil, box > 0 ? max(0, 1 - area / box) : nil]
  }
}

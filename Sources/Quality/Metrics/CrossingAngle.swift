import ForceLabPlugins

public struct CrossingAngle: MetricGroup, PlaneMetric {
  public init() {}

  public static let manual = Manual<Self>(
    "crossing-angle",
    "Mean over edge crossings of (90° − α)/90°, where α is the acute angle between the edges; from 0, "
      + "all at right angles or no crossing, to 1; 2D only.",
    formula: "1/c·Σ (90° − α)/90° over the c crossings",
    source: "1 minus the crossing angle of Mooney et al. 2024, after Dunne et al. 2015")

  public var columns: [Column] {
    [
      .measure("crossing_angle", better: .lower),
      .fact("crossing_angle_error", "half the width of the 95 % interval of crossing angle"),
    ]
  }

  /// The mean over the crossings that `edge-crossings` counts, and half the width of its 95 % interval if there are too
  /// many for all; nil in 3D. Edges that overlap, and edges of length 0, count as 1. Cost: that of `edge-crossings`.
  public func values(of layout: FinishedLayout) -> [Double?] {
    values(Crossings(layout, withAngles: true))
  }

  func values(_ crossings: Crossings?) -> [Double?] {
    [crossings.map { $0.mean ?? 0 }, crossings?.meanError]
  }
}

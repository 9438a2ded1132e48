import ForceLabPlugins

public struct CrossingAngle: Metric {
  public init() {}

  public static let manual = Manual<Self>(
    "crossing-angle",
    "Mean over edge crossings of (90° − α)/90°, where α is the acute angle between the edges; from 0, "
      + "all at right angles, to 1; 2D only.",
    formula: "1/c·Σ (90° − α)/90° over the c crossings",
    source: "1 minus the crossing angle of Mooney et al. 2024, after Dunne et al. 2015")

  public var columns: [Column] { [.measure("crossing_angle", better: .lower)] }

  /// The mean over the crossings that `edge-crossings` counts; nil without crossings, and in 3D.
  /// Edges that overlap, and edges of length 0, count as 1. Cost: that of `edge-crossings`.
  public func value(of layout: FinishedLayout) -> Double? {
    guard let finder = CrossingFinder(layout) else { return nil }
    let crossings = finder.total { $0.obliqueness(to: $1) }
    return crossings.count > 0 ? crossings.sum / Double(crossings.count) : nil
  }
}

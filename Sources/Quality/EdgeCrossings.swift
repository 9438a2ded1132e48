import ForceLabPlugins

public struct EdgeCrossings: Metric {
  public init() {}

  public static let manual = Manual<Self>(
    "edge-crossings",
    "Number of pairs of edges with a common point other than a common node; 0 is best; 2D only.",
    formula: "#{e < f: e ∩ f contains more than a common end}",
    source: "Purchase 2002, without the normalisation; signs as in Shewchuk 1997")

  public var columns: [Column] {
    [.measure("edge_crossings", better: .lower, use: .quality, importance: 11)]
  }

  /// The number of crossing pairs; nil in 3D. Edges without a common node also cross if they touch:
  /// if an end lies on the other edge, if ends coincide, or if they overlap. Edges with a common
  /// node cross only if they overlap in more than that point. The result is exact in spite of
  /// rounding. Cost: m log m for m edges, more with many long edges, m² if most pairs cross.
  public func value(of layout: FinishedLayout) -> Double? {
    CrossingFinder(layout).map { Double($0.total { _, _ in 0 }.count) }
  }
}

import ForceLabPlugins

public struct EdgeCrossings: MetricGroup, PlaneMetric {
  public init() {}

  public static let manual = Manual<Self>(
    "edge-crossings",
    "Number of pairs of edges with a common point other than a common node; 0 is best; 2D only. Bent and curved edges "
      + "count at each crossing of their pieces.",
    formula: "#{e < f: e ∩ f contains more than a common end}",
    source: "Purchase 2002, without the normalization; signs as in Shewchuk 1997")

  public var columns: [Column] {
    [
      .measure(
        "edge_crossings", better: .lower, use: .quality, importance: 11, ratioOffset: 1),
      .fact(
        "edge_crossings_error", "half the width of the 95 % interval of edge crossings",
        note: "empty if all crossings were counted"),
    ]
  }

  /// The number of crossing pairs; nil in 3D. Edges without a common node also cross if they touch: if an end lies on
  /// the other edge, if ends coincide, or if they overlap. Edges with a common node cross only if they overlap in more
  /// than that point. The result is exact in spite of rounding, unless more than about 2³⁰ pairs of edges are near each
  /// other: then it is estimated from a sample of edges, and the second value is half the width of the 95 % interval.
  /// Cost: m log m for m edges, more with many long edges, up to 2³⁰ tests of pairs.
  public func values(of layout: FinishedLayout) -> [Double?] { values(Crossings(layout)) }

  func values(_ crossings: Crossings?) -> [Double?] { [crossings?.count, crossings?.countError] }
}

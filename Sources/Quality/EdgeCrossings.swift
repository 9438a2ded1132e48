import ForceLabPlugins

/// How many pairs of edges cross.
public struct EdgeCrossings: Metric {
  public init() {}

  public static let manual = Manual<Self>(
    "edge-crossings",
    "Number of pairs of edges that have a point in common, other than a node at which both end; "
      + "0 is best; in 2D only.",
    formula: "#{e < f: e ∩ f holds more than a common end}",
    source: "Purchase 2002, without the normalisation; signs as in Shewchuk 1997")

  public var columns: [Column] {
    [.measure("edge_crossings", better: .lower, use: .quality, importance: 11)]
  }

  /// The number of crossing pairs; nil in 3D.
  ///
  /// Edges without a common node cross where they touch too: where an end lies on the other edge,
  /// where ends coincide, where edges lie on one another. Edges that share a node cross only if they
  /// lie on one another along more than that point. The answer is exact: no rounding decides it.
  ///
  /// Cost: m log m for m edges, more where long edges crowd, m² if most pairs cross.
  public func value(of layout: FinishedLayout) -> Double? {
    CrossingFinder(layout).map { Double($0.total { _, _ in 0 }.count) }
  }
}

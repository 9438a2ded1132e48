import ForceLabPlugins

public struct EdgeLengthCV: EdgeMetric {
  public init() {}

  public static let manual = Manual<Self>(
    "edge-length-cv",
    "Standard deviation of the edge lengths divided by their mean; 0 if all are equal.",
    formula: "√(1/m·Σ (l − l̄)²)/l̄ over the m edges of length l",
    source: "The coefficient of variation; Ahmed et al. 2020 among drawing criteria")

  public var columns: [Column] {
    [
      .measure(
        "edge_length_cv", "variation of edge lengths", unit: "sd/mean", better: .lower,
        use: .quality)
    ]
  }

  /// The coefficient of variation of the population; nil without edges, or if all have length 0.
  public func value(of layout: FinishedLayout) -> Double? {
    let lengths = layout.normalized.edgeLengths
    let mean = lengths.reduce(0, +) / Double(lengths.count)
    guard mean > 0 else { return nil }
    let variance = lengths.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(lengths.count)
    return variance.squareRoot() / mean
  }
}

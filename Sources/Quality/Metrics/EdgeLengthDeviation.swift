import ForceLabPlugins

public struct EdgeLengthDeviation: EdgeMetric {
  public enum Definition: String, Choice {
    case inverse, mean
  }

  public var definition = Definition.inverse

  public init() {}

  public static let manual = Manual<Self>(
    "edge-length-deviation",
    "1/(1 + d), where d is the mean relative deviation of the edge lengths from their mean; from 0 to 1, where all are "
      + "equal. With `mean`, the column edge_length_mean_deviation is d.",
    parameters: [Parameter("definition", \.definition, "`inverse` for 1/(1 + d), `mean` for d.")],
    shorthand: "definition",
    formula: "d = 1/m·Σ |l − l̄|/l̄ over the m edges of length l",
    source:
      "inverse: Mooney et al. 2024 and geg-metrics; mean: gdMetriX, after Purchase et al. 2010. The ideal length is the mean"
  )

  public var columns: [Column] {
    switch definition {
    case .inverse: [.measure("edge_length_deviation", better: .higher)]
    case .mean: [.measure("edge_length_mean_deviation", better: .lower)]
    }
  }

  /// Nil without edges, or if all have length 0.
  public func value(of layout: FinishedLayout) -> Double? {
    let lengths = layout.normalized.edgeLengths
    let mean = lengths.reduce(0, +) / Double(lengths.count)
    guard mean > 0 else { return nil }
    let deviation = lengths.reduce(0) { $0 + abs($1 - mean) } / (Double(lengths.count) * mean)
    return definition == .mean ? deviation : 1 / (1 + deviation)
  }
}

import ForceLabGraphs
import ForceLabPlugins

public struct EdgeLengthDeviation: Metric {
  public init() {}

  public static let manual = Manual<Self>(
    "edge-length-deviation",
    "1/(1 + the mean relative deviation of the edge lengths from their mean); from 0 to 1, where all are equal.",
    formula: "1/(1 + 1/m·Σ |l − l̄|/l̄) over the m edges of length l",
    source: "Mooney et al. 2024, where the ideal length is the mean")

  public var columns: [Column] { [.measure("edge_length_deviation", better: .higher)] }

  public func lack(on graph: Graph, dimensions: Int) -> String? {
    EdgeLengthCV().lack(on: graph, dimensions: dimensions)
  }

  /// Nil without edges, or if all have length 0.
  public func value(of layout: FinishedLayout) -> Double? {
    let lengths = layout.normalized.edgeLengths
    let mean = lengths.reduce(0, +) / Double(lengths.count)
    guard mean > 0 else { return nil }
    return 1 / (1 + lengths.reduce(0) { $0 + abs($1 - mean) } / (Double(lengths.count) * mean))
  }
}

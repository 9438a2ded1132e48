import ForceLabGraphs
import ForceLabPlugins

public struct RawStress: EdgeMetric {
  public var length = 1.0
  public var bestScale = false
  public var distance = EdgeDistance.unit

  public init() {}

  public static let manual = Manual<Self>(
    "raw-stress",
    "Sum over pairs of (‖xi − xj‖/(L·d_ij) − 1)², where d is the distance in the graph. It depends on the scale of "
      + "the layout, unless `best-scale` is set: set L to the length of edges that the layout aims at.",
    parameters: [
      Parameter(
        "length", \.length, within: Bounds(above: 0), unit: "px", "Length L of a unit of distance."),
      Parameter(
        "best-scale", \.bestScale,
        "Whether L is the length for which the sum is lowest, as many papers measure it; `length` then has no effect."
      ),
      Parameter("distance", \.distance, EdgeDistance.description),
    ],
    shorthand: "length",
    formula: "Σ (‖xi − xj‖/(L·d_ij) − 1)² over the pairs i < j that are connected",
    source:
      "Kamada and Kawai 1989; Gansner, Koren and North 2004. Sums over ordered pairs are twice as large"
  )

  public var columns: [Column] {
    [.measure(bestScale ? "raw_stress_best_scale" : "raw_stress", better: .lower)]
  }
  public var edgeAttributes: Set<String> { stress.edgeAttributes }
  public func check(on graph: Graph) throws(ParameterError) { try stress.check(on: graph) }

  /// Over all pairs, or estimated from those that `stress` samples. Nil if no two nodes are connected, or if the sum
  /// is not finite. Cost: that of `stress`.
  public func value(of layout: FinishedLayout) -> Double? {
    guard let ratios = stress.ratios(of: layout, seed: 0)?.whole, ratios.pairs > 0 else {
      return nil
    }
    if bestScale { return ratios.stress.map { $0 * ratios.pairs / 2 } }
    let unit = stress.edgeDistance.maxLength(in: layout.graph)
    let scale = layout.normalizingFactor * length * unit
    let sum = ratios.squares / scale / scale - 2 * ratios.sum / scale + ratios.pairs
    return sum.isFinite ? max(0, sum) / 2 : nil
  }

  private var stress: Stress { Stress { $0.distance = distance } }
}

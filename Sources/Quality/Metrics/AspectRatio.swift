import ForceLabPlugins

public struct AspectRatio: Metric {
  public init() {}

  public static let manual = Manual<Self>(
    "aspect-ratio",
    "Shortest side of the nodes' bounding box divided by the longest; from 0, a line, to 1, a square "
      + "or cube.",
    formula: "min(extents)/max(extents)",
    source: "Taylor and Rodgers 2005; Ahmed et al. 2020 among drawing criteria")

  public var columns: [Column] { [.measure("aspect_ratio", better: .higher)] }

  /// It changes when the layout is rotated. Nil if all nodes coincide, or there are none.
  public func value(of layout: FinishedLayout) -> Double? {
    let sides = layout.normalized.extents
    guard let shortest = sides.min(), let longest = sides.max(), longest > 0 else { return nil }
    return shortest / longest
  }
}

import ForceLabPlugins

public struct Balance: MetricGroup {
  public init() {}

  public static let manual = Manual<Self>(
    "balance",
    "Whether as many nodes are left as right of the middle of the bounding box, and as many above as below: the "
      + "difference as a part of all nodes; from 0, balanced, to 1.",
    formula: "|n₊ − n₋|/n for each axis, n₊ and n₋ the nodes on either side of the middle",
    source: "gdMetriX, the absolute values of its vertical and its horizontal balance")

  public var columns: [Column] {
    [
      .measure("balance_x", "imbalance of left and right", unit: "part", better: .lower),
      .measure("balance_y", "imbalance of above and below", unit: "part", better: .lower),
    ]
  }

  /// Nil without nodes. It changes when the layout is rotated.
  public func values(of layout: FinishedLayout) -> [Double?] {
    layout.normalized.coordinates.prefix(2).map { axis -> Double? in
      guard let low = axis.min(), let high = axis.max() else { return nil }
      let middle = low + (high - low) / 2
      let difference = axis.reduce(0) { $0 + ($1 > middle ? 1 : $1 < middle ? -1 : 0) }
      return Double(abs(difference)) / Double(axis.count)
    }
  }
}

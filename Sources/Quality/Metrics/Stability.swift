import ForceLabGraphs
import ForceLabPlugins

/// The positions of the same nodes in two settled states of a layout, one list per axis: before one or
/// more events, and after.
public struct SettledStates: Sendable {
  public let before: [[Double]]
  public let after: [[Double]]

  public init(_ states: (before: [[Double]], after: [[Double]])) {
    (before, after) = (states.before, states.after)
  }

  /// How far each node has moved, in px.
  package var distances: [Double] {
    (before.first?.indices ?? 0..<0).map { node in
      before.indices.reduce(0.0) { sum, axis in
        let way = after[axis][node] - before[axis][node]
        return sum + way * way
      }.squareRoot()
    }
  }
}

public struct Stability: MetricGroup {
  public init() {}

  public static let manual = Manual<Self>(
    "stability",
    "How far events moved the nodes that stayed, between a settled state and the next one: the mean "
      + "displacement in px, and the difference of the two states after the best translation, "
      + "rotation, reflection and scaling, from 0 to 1. Both are means over all events between two "
      + "settled states.",
    formula: "Σ‖xi − yi‖/n, and the disparity of 'procrustes' of x and y",
    source: "“mental map”: Misue, Eades, Lai and Sugiyama, “Layout adjustment and the mental map”, "
      + "1995; Procrustes analysis, Gower 1975")

  public var columns: [Column] {
    [
      .measure(
        "stability", "mean displacement between settled states", short: "stability", unit: "px",
        better: .lower, use: .quality),
      .measure(
        "stability_procrustes", "difference between settled states", better: .lower,
        importance: 8),
    ]
  }

  public var needs: Set<LayoutKnowledge> { [.settledStates] }

  public func values(of layout: FinishedLayout) -> [Double?] {
    let means = layout.settledStates.map(\.distances).filter { !$0.isEmpty }
      .map { $0.reduce(0, +) / Double($0.count) }
    let disparities = layout.settledStates.compactMap { Procrustes.distance($0.before, $0.after) }
    return [means, disparities].map { values in
      values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    }
  }
}

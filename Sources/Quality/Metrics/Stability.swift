import ForceLabGraphs
import ForceLabPlugins

/// A layout at one time.
public struct LayoutState: Sendable {
  public let graph: Graph
  /// The permanent numbers of the nodes of the graph, ascending.
  public let nodes: [Int]
  /// One list per axis, in the order of the nodes.
  public let positions: [[Double]]

  public init(_ graph: Graph, _ nodes: [Int], at positions: [[Double]]) {
    (self.graph, self.nodes, self.positions) = (graph, nodes, positions)
  }

  /// The indexes of those of the nodes that `other` has, too.
  fileprivate func indexes(of other: LayoutState) -> [Int] {
    if nodes == other.nodes { return Array(nodes.indices) }
    let shared = Set(other.nodes)
    return nodes.indices.filter { shared.contains(nodes[$0]) }
  }
}

/// The nodes that are in two settled states of a layout: before one or more events, and after.
public struct SettledStates: Sendable {
  /// The positions of these nodes, one list per axis.
  public let before, after: [[Double]]
  /// The graphs of both states, with the indexes of these nodes.
  let graphs: [(graph: Graph, nodes: [Int])]

  public init(_ before: LayoutState, _ after: LayoutState) {
    graphs = [(before.graph, before.indexes(of: after)), (after.graph, after.indexes(of: before))]
    (self.before, self.after) = (
      before.positions.map { [graphs] axis in graphs[0].nodes.map { axis[$0] } },
      after.positions.map { [graphs] axis in graphs[1].nodes.map { axis[$0] } }
    )
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
    let note = "empty without an event between two settled states"
    return [
      .measure(
        "stability", "mean displacement between settled states", short: "stability", unit: "px",
        better: .lower, use: .quality, note: note),
      .measure(
        "stability_procrustes", "difference between settled states", better: .lower, importance: 8,
        note: note),
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

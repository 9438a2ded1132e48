import ForceLabGraphs
import ForceLabPlugins
import ForceLabSettings

public struct GabrielRatio: EdgeMetric {
  public init() {}

  public static let manual = Manual<Self>(
    "gabriel-ratio",
    "Part of the edges that are edges of the Gabriel graph of the nodes: no other node is within the circle (in 3D, "
      + "the ball) whose diameter is the edge; from 0 to 1.",
    formula:
      "1/m·|{(u, v): ‖u − v‖ > 0, (u − w)·(v − w) ≥ 0 for all other nodes w}| over the m edges (u, v)",
    source: "Gabriel and Sokal 1969; Mooney et al. 2024")

  public var columns: [Column] { [.measure("gabriel_ratio", unit: "part", better: .higher)] }

  public var isLocal: Bool { true }

  /// Nil without edges; edges of length 0 do not count as such edges. Cost: about m·log n, more if circles contain
  /// many nodes, on all processors.
  public func value(of layout: FinishedLayout) -> Double? {
    let graph = layout.graph
    guard graph.edgeCount > 0 else { return nil }
    let tree = BoxTree(layout.normalized.coordinates, count: graph.nodeCount)
    let places = tree.centers
    let empty = concurrently(blocksOf: graph.edgeCount, scratch: {}) { block, _ in
      block.count { edge in
        let ends = (places[Int(graph.sources[edge])], places[Int(graph.targets[edge])])
        return tree.isEmptyCircle(ends.0, ends.1)
      }
    }
    return Double(empty.reduce(0, +)) / Double(graph.edgeCount)
  }
}

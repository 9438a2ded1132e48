import ForceLabGraphs
import ForceLabPlugins
import ForceLabSettings

public struct ChangeFaithfulness: Metric {
  public init() {}

  public static let manual = Manual<Self>(
    "change-faithfulness",
    "How well events change the drawing as they change the graph: 1 minus the root of the mean square of the "
      + "difference between the change of the drawn distance of two nodes and that of their distance in the graph, "
      + "relative to the latter; from 0 to 1, best, where nothing moves that did not change. Over the pairs of nodes "
      + "that stayed, between a settled state and the next one, and then the mean over these.",
    formula: """
      max(0, 1 − √(1/N·Σ ((s·(‖yi − yj‖ − ‖xi − xj‖) − (e_ij − d_ij))/max(d_ij, e_ij))²))
      over N pairs, before at x with distances d, after at y with e; s as in 'stress' of both states
      """,
    source:
      "“distance change faithfulness”: Meidiana, Hong and Eades, “New quality metrics for dynamic graph drawing”, "
      + "2020; with the scale and the weights of stress")

  public var columns: [Column] { [.measure("change_faithfulness", better: .higher)] }
  public var needs: Set<LayoutKnowledge> { [.settledStates] }

  public func value(of layout: FinishedLayout) -> Double? {
    let values = layout.settledStates.compactMap(\.changeFaithfulness)
    return values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
  }
}

extension SettledStates {
  /// Nil if no two nodes are connected in both states, or all coincide. Cost: a search of both graphs from each node
  /// that stayed, or from some of more than 2 048, on all processors.
  fileprivate var changeFaithfulness: Double? {
    let count = graphs[0].nodes.count
    // About four million pairs, from 64 nodes or more.
    let step = max(1, count / max(64, (1 << 22) / max(1, count)))
    let sources = Array(stride(from: 0, to: count, by: step))
    let blocks = stride(from: 0, to: sources.count, by: 64).map { start in
      Array(sources.dropFirst(start).prefix(64))
    }
    let scratch = graphs.map { MultiSourceSearch($0.graph, width: 64) }
    let parts = concurrently(blocks.count, scratch: { scratch }) { index, searches in
      for (state, graph) in graphs.enumerated() {
        searches[state].run(from: blocks[index].map { graph.nodes[$0] })
      }
      return sums(from: blocks[index], searches)
    }
    let total = parts.reduce(SIMD8<Double>.zero, +)
    let (pairs, scale) = (total[0], total[1] / total[2])
    let square = scale * (scale * total[3] - 2 * total[4]) + total[5]
    guard pairs > 0, square.isFinite else { return nil }
    return max(0, 1 - max(0, square / pairs).squareRoot())
  }

  /// Over ordered pairs: their number; the sums of the ratios of drawn distances and those in the graph in both states,
  /// and of their squares; of the squares of relative changes of drawn distances, of their products with those in the
  /// graph, and of the squares of these.
  private func sums(from sources: [Int], _ searches: [MultiSourceSearch]) -> SIMD8<Double> {
    func distance(_ positions: [[Double]], _ a: Int, _ b: Int) -> Double {
      positions.reduce(0) { $0 + ($1[a] - $1[b]) * ($1[a] - $1[b]) }.squareRoot()
    }
    var sums = SIMD8<Double>.zero
    for node in graphs[0].nodes.indices {
      let rows = (
        graphs[0].nodes[node] * searches[0].width, graphs[1].nodes[node] * searches[1].width
      )
      for (index, source) in sources.enumerated() {
        let old = Double(searches[0].distances[rows.0 + index])
        let new = Double(searches[1].distances[rows.1 + index])
        // 0 without a path, and from a node to itself.
        guard old > 0, new > 0 else { continue }
        let (first, second) = (distance(before, source, node), distance(after, source, node))
        let change = (second - first) / max(old, new)
        let expected = (new - old) / max(old, new)
        let ratios = (first / old, second / new)
        sums += SIMD8(
          1, ratios.0 + ratios.1, ratios.0 * ratios.0 + ratios.1 * ratios.1, change * change,
          change * expected, expected * expected, 0, 0)
      }
    }
    return sums
  }
}

import ForceLabGraphs
import ForceLabPlugins
import ForceLabSettings

public struct PooledNeighborhoods: EdgeMetric {
  public init() {}

  public static let manual = Manual<Self>(
    "pooled-neighborhood-preservation",
    "Jaccard index of all pairs of neighbors in the graph and all pairs of a node and one of its k nearest nodes in "
      + "the layout, k the mean degree; from 0 to 1. Unlike in `neighborhood-preservation`, nodes with many neighbors "
      + "count more.",
    formula: "|A ∩ M|/|A ∪ M|, A the 2·m pairs of neighbors, M the n·k pairs, k = max(1, ⌊2·m/n⌋)",
    source:
      "Mooney et al. 2024, whose measure of disconnected graphs is a mean over components instead")

  public var columns: [Column] {
    [.measure("pooled_neighborhood_preservation", unit: "part", better: .higher)]
  }

  public var isLocal: Bool { true }

  /// Nil without edges, or if a coordinate is not finite. Where nodes at the same distance tie, the expected number of
  /// a random choice counts.
  /// Cost: about n·k·log n, on all processors.
  public func value(of layout: FinishedLayout) -> Double? {
    let graph = layout.graph
    let count = graph.nodeCount
    guard graph.edgeCount > 0, layout.isFinite else { return nil }
    let nearest = min(count - 1, max(1, 2 * graph.edgeCount / count))
    let search = NearestNodes(layout.normalized)
    let shared = concurrently(blocksOf: count, scratch: { search }) { block, search in
      block.reduce(0.0) { sum, position in
        let found = search.shared(at: position, count: nearest)
        return sum + Double(found.certain) + (found.drawn?.mean ?? 0)
      }
    }.reduce(0, +)
    return shared / (Double(2 * graph.edgeCount + count * nearest) - shared)
  }
}

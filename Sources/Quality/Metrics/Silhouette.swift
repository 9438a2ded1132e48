import ForceLabGraphs
import ForceLabPlugins
import ForceLabSettings

public struct Silhouette: Metric {
  public init() {}

  public static let manual = Manual<Self>(
    "silhouette",
    "How well the groups of nodes are apart: the mean over nodes of (b − a)/max(a, b), where a is the mean distance to "
      + "the other nodes of the group, and b that to the nearest other group; from −1 to 1. Nodes without a "
      + "group are left out.",
    formula: "1/n·Σ (b − a)/max(a, b); 0 for the only node of a group",
    source: "Rousseeuw 1987")

  public var columns: [Column] { [.measure("silhouette", better: .higher)] }

  public func lack(on graph: Graph, dimensions: Int) -> String? {
    Self.groups(of: graph) == nil ? "the nodes are not in two or more groups" : nil
  }

  /// Nil with fewer than two groups. Over all nodes of graphs of up to 8192 nodes, or else over a sample of nodes,
  /// with their distances to all others. Cost: n for each of them, on all processors.
  public func value(of layout: FinishedLayout) -> Double? {
    guard let (nodes, group, sizes) = Self.groups(of: layout.graph) else { return nil }
    let count = nodes.count
    let sampled = Stress().sourceCount(of: count)
    let sample = StratifiedSample(
      (0..<count).sorted { (group[$0], $0) < (group[$1], $1) }, count: sampled, seed: 0)
    let page = layout.normalized
    let values = concurrently(
      sample.items.count, scratch: { [Double](repeating: 0, count: sizes.count) }
    ) {
      index, sums -> Double in
      let node = sample.items[index]
      for group in sums.indices { sums[group] = 0 }
      for other in 0..<count where other != node {
        sums[group[other]] += page.distance(nodes[node], nodes[other])
      }
      let own = group[node]
      guard sizes[own] > 1 else { return 0 }
      let inner = sums[own] / Double(sizes[own] - 1)
      let outer = sums.indices.reduce(Double.infinity) {
        $1 == own ? $0 : min($0, sums[$1] / Double(sizes[$1]))
      }
      let larger = max(inner, outer)
      return larger > 0 ? (outer - inner) / larger : 0
    }
    return zip(values, sample.weights).reduce(0) { $0 + $1.0 * $1.1 } / Double(count)
  }

  /// The nodes in groups, the number of each one's group, and the sizes of the groups; nil if there are not two.
  static func groups(of graph: Graph) -> (nodes: [Int], group: [Int], sizes: [Int])? {
    guard let names = graph.groups else { return nil }
    let nodes = names.indices.filter { !names[$0].isEmpty }
    let numbers = Dictionary(uniqueKeysWithValues: zip(nodes.map { names[$0] }.uniqued, 0...))
    let group = nodes.map { numbers[names[$0], default: 0] }
    var sizes = [Int](repeating: 0, count: numbers.count)
    for number in group { sizes[number] += 1 }
    return sizes.count > 1 ? (nodes, group, sizes) : nil
  }
}

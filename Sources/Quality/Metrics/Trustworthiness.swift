import ForceLabGraphs
import ForceLabPlugins
import ForceLabSettings

public struct Trustworthiness: MetricGroup {
  public var neighbors = 10

  public init() {}

  public static let manual = Manual<Self>(
    "trustworthiness",
    "Trustworthiness: whether the k nearest nodes in the layout are near in the graph. Continuity: whether the k "
      + "nearest nodes in the graph are near in the layout. Nodes beyond the k nearest count by how far they are beyond; "
      + "from 0 to 1, the best.",
    parameters: [
      Parameter(
        "neighbors", \.neighbors, in: 1..., "The number k of nearest nodes; less than half of all.")
    ],
    shorthand: "neighbors",
    formula: """
      1 − 2/(n·k·(2n − 3k − 1))·Σ (r(i, j) − k) over the nodes i and those j of its k nearest in
      one space that have a rank r(i, j) > k by distance in the other
      """,
    source: "Venna and Kaski 2001; the expectation where distances tie")

  public var columns: [Column] {
    [.measure("trustworthiness", better: .higher), .measure("continuity", better: .higher)]
  }

  public var isLocal: Bool { true }

  public func lack(on graph: Graph, dimensions: Int) -> String? {
    graph.nodeCount < 3 ? "there are fewer than three nodes" : nil
  }

  /// Where nodes are at the same distance, their order is random, and the expected value counts. Nodes that are not
  /// connected are the farthest. Over all nodes of graphs of up to 8192 nodes, or else over a sample. Nil for fewer than
  /// three nodes, or if a coordinate is not finite. Cost: a search and n·log n for each node of the sample, on all
  /// processors.
  public func values(of layout: FinishedLayout) -> [Double?] {
    let graph = layout.graph
    let count = graph.nodeCount
    guard count > 2, layout.isFinite else { return [nil, nil] }
    let nearest = min(neighbors, (count - 1) / 2)
    let sampled = Stress().sourceCount(of: count)
    let sample = StratifiedSample(
      SourceOrder(graph, strata: sampled).nodes, count: sampled, seed: 0)
    let page = layout.normalized
    let found = concurrently(sample.items.count, scratch: { BreadthFirstSearch(graph) }) {
      index, search in
      let source = sample.items[index]
      search.run(from: source)
      var (levels, lengths): ([Int], [Double]) = ([], [])
      for node in 0..<count where node != source {
        levels.append(Int(search.distances[node]))
        lengths.append(page.distance(source, node))
      }
      let farthest = (levels.max() ?? 0) + 1
      for node in levels.indices where levels[node] < 0 { levels[node] = farthest }
      return Self.excess(levels, lengths, nearest)
    }
    let sum = sample.ascending.reduce(SIMD2<Double>.zero) { $0 + sample.weights[$1] * found[$1] }
    let (n, k) = (Double(count), Double(nearest))
    let most = n * k * (2 * n - 3 * k - 1) / 2
    return [1 - sum.x / most, 1 - sum.y / most]
  }

  /// How far the ranks of the nearest nodes in the layout, by `lengths`, are beyond the nearest in the graph, by `levels`,
  /// and the other way round: the sums of the expectations.
  private static func excess(
    _ levels: [Int], _ lengths: [Double], _ nearest: Int
  ) -> SIMD2<Double> {
    var counts = Array(repeating: 0, count: (levels.max() ?? 0) + 1)
    for level in levels { counts[level] += 1 }
    var first = 0
    let inGraph = counts.map { count in
      defer { first += count }
      return Tie(range: first..<first + count, nearest: nearest)
    }
    let near = levels.indices.filter { inGraph[levels[$0]].range.lowerBound < nearest }
    // Nodes farther away than all of these have greater ranks.
    let reach = near.map { lengths[$0] }.max() ?? 0
    let sorted = lengths.filter { $0 <= reach }.sorted()
    func inLayout(_ length: Double) -> Tie {
      let first = sorted.indices.partitioningIndex { sorted[$0] >= length }
      let end = (first..<sorted.count).partitioningIndex { sorted[$0] > length }
      return Tie(range: first..<end, nearest: nearest)
    }
    let last = sorted[nearest - 1]
    let ofLast = inLayout(last).part
    var sum = SIMD2<Double>.zero
    for node in levels.indices where lengths[node] <= last {
      sum.x += (lengths[node] < last ? 1 : ofLast) * inGraph[levels[node]].excess
    }
    for node in near { sum.y += inGraph[levels[node]].part * inLayout(lengths[node]).excess }
    return sum
  }
}

/// Nodes at the same distance, which have the ranks from 0 in `range` in a random order.
private struct Tie {
  let range: Range<Int>
  /// The part of them that are among the nearest.
  let part: Double
  /// The expectation of how far the rank of one is beyond the nearest.
  let excess: Double

  init(range: Range<Int>, nearest: Int) {
    self.range = range
    let first = min(max(nearest, range.lowerBound), range.upperBound)
    let beyond = Double(range.upperBound - first)
    part = (Double(range.count) - beyond) / Double(range.count)
    excess = beyond * (Double(first - nearest) + (beyond + 1) / 2) / Double(range.count)
  }
}

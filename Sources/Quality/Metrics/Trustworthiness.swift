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
  /// three nodes. Cost: a search and n·log n for each node of the sample, on all processors.
  public func values(of layout: FinishedLayout) -> [Double?] {
    let graph = layout.graph
    let count = graph.nodeCount
    guard count > 2 else { return [nil, nil] }
    let nearest = min(neighbors, (count - 1) / 2)
    let sampled = Stress().sourceCount(of: count)
    let sample = StratifiedSample(
      SourceOrder(graph, strata: sampled).nodes, count: sampled, seed: 0)
    let page = layout.normalized
    let found = concurrently(sample.items.count, scratch: { BreadthFirstSearch(graph) }) {
      index, search in
      let source = sample.items[index]
      search.run(from: source)
      var (edges, lengths): ([Double], [Double]) = ([], [])
      for node in 0..<count where node != source {
        let distance = search.distances[node]
        edges.append(distance < 0 ? .infinity : Double(distance))
        lengths.append(page.distance(source, node))
      }
      let (inGraph, inLayout) = (Ranks(edges, nearest), Ranks(lengths, nearest))
      return SIMD2(
        inLayout.excess(of: lengths, in: inGraph, edges),
        inGraph.excess(of: edges, in: inLayout, lengths))
    }
    let order = found.indices.sorted { sample.items[$0] < sample.items[$1] }
    let sum = order.reduce(SIMD2<Double>.zero) { $0 + sample.weights[$1] * found[$1] }
    let (n, k) = (Double(count), Double(nearest))
    let most = n * k * (2 * n - 3 * k - 1) / 2
    return [1 - sum.x / most, 1 - sum.y / most]
  }
}

/// The ranks of distances from 1, the nearest, where those that are equal are in a random order.
private struct Ranks {
  private let sorted: [Double]
  private let count: Int
  /// The distance of the last of the `count` nearest, and the part of those at it that are among them.
  private let limit: Double
  private let part: Double

  init(_ distances: [Double], _ count: Int) {
    (sorted, self.count) = (distances.sorted(), count)
    limit = sorted[count - 1]
    let tied = Self.range(of: limit, in: sorted)
    part = Double(count - tied.lowerBound) / Double(tied.count)
  }

  /// The sum, over the nearest nodes by `distances`, of how far their ranks by the distances `others` are beyond the
  /// nearest; `ranks` are those of `others`.
  func excess(of distances: [Double], in ranks: Ranks, _ others: [Double]) -> Double {
    var sum = 0.0
    for (distance, other) in zip(distances, others) where distance <= limit {
      // The probability that one at `distance` is among the nearest.
      let probability = distance < limit ? 1 : part
      sum += probability * ranks.excess(of: other)
    }
    return sum
  }

  /// The expectation of how far the rank of one at `distance` is beyond the nearest.
  private func excess(of distance: Double) -> Double {
    guard distance >= limit else { return 0 }
    let tied = Self.range(of: distance, in: sorted)
    let beyond = Double(tied.upperBound - max(count, tied.lowerBound))
    let first = Double(max(count, tied.lowerBound) - count)
    return beyond * (first + (beyond + 1) / 2) / Double(tied.count)
  }

  private static func range(of value: Double, in sorted: [Double]) -> Range<Int> {
    let first = sorted.indices.partitioningIndex { sorted[$0] >= value }
    return first..<(first..<sorted.count).partitioningIndex { sorted[$0] > value }
  }
}

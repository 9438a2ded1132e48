import ForceLabGraphs
import ForceLabPlugins
import ForceLabSettings

public struct KruskalStress: EdgeMetric {
  public init() {}

  public static let manual = Manual<Self>(
    "kruskal-stress",
    "Kruskal's nonmetric stress: how far distances in the layout are from rising with those in the graph, as a part of "
      + "all; from 0, where farther nodes are never nearer on average, to 1.",
    formula:
      "√(Σ (xij − h(dij))²/Σ xij²), xij the distance in the layout, dij that in the graph in edges,\n"
      + "h the best function that does not fall",
    source:
      "Kruskal 1964, ties averaged; 1 minus the measure of Mooney et al. 2024 for connected graphs")

  public var columns: [Column] { [.measure("kruskal_stress", better: .lower)] }

  /// Over all connected pairs in graphs of up to 8192 nodes, or else over those of a sample of nodes with all others.
  /// Nil if there are no such pairs, or all nodes coincide. Cost: a search for each node of the sample, on all
  /// processors.
  public func value(of layout: FinishedLayout) -> Double? {
    let graph = layout.graph
    let count = Stress().sourceCount(of: graph.nodeCount)
    let page = layout.normalized
    let sample = StratifiedSample(
      sourcesIn: page, SourceOrder(graph, strata: count), count: count, seed: 0)
    let order = sample.ascending
    var lengths: [Moments] = []
    // In blocks, because nodes of long graphs have many distances.
    for start in stride(from: 0, to: order.count, by: 64) {
      let block = order.dropFirst(start).prefix(64)
      let found = concurrently(block.count, scratch: { BreadthFirstSearch(graph) }) {
        index, search in
        let source = sample.items[block[start + index]]
        search.run(from: source)
        var lengths: [Moments] = []
        for node in 0..<graph.nodeCount where search.distances[node] > 0 {
          let distance = Int(search.distances[node])
          while lengths.count < distance { lengths.append(Moments()) }
          lengths[distance - 1].add(page.distance(source, node))
        }
        return lengths
      }
      for (index, own) in zip(block, found) {
        for (distance, part) in own.enumerated() {
          if distance == lengths.count { lengths.append(Moments()) }
          lengths[distance].add(part.times(sample.weights[index]))
        }
      }
    }
    let squares = lengths.reduce(0) { $0 + $1.deviation + $1.count * $1.mean * $1.mean }
    guard squares > 0 else { return nil }
    return (Moments.monotone(lengths).reduce(0) { $0 + $1.deviation } / squares).squareRoot()
  }
}

/// The number of some values, their mean, and the sum of the squared deviations from it.
private struct Moments {
  var count = 0.0
  var mean = 0.0
  var deviation = 0.0

  mutating func add(_ value: Double) { add(Moments(count: 1, mean: value)) }

  /// By the formula of Chan, Golub and LeVeque, which loses no digits.
  mutating func add(_ other: Moments) {
    guard other.count > 0 else { return }
    let total = count + other.count
    let gap = other.mean - mean
    deviation += other.deviation + gap * gap * count * other.count / total
    mean += gap * other.count / total
    count = total
  }

  func times(_ weight: Double) -> Moments {
    Moments(count: weight * count, mean: mean, deviation: weight * deviation)
  }

  /// The groups, merged with their successors until no mean is lower than the one before: pool adjacent violators.
  static func monotone(_ groups: [Moments]) -> [Moments] {
    var pooled: [Moments] = []
    for var group in groups where group.count > 0 {
      while let last = pooled.last, last.mean > group.mean { group.add(pooled.removeLast()) }
      pooled.append(group)
    }
    return pooled
  }
}

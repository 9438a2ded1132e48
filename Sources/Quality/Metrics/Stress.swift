import ForceLabGraphs
import ForceLabSettings
import ForceLabPlugins

public struct Stress: MetricGroup {
  public var distance = EdgeDistance.unit
  public var sources: Int?

  public init() {}

  public static let manual = Manual<Self>(
    "stress",
    "Mean over pairs of (s·‖xi − xj‖/d_ij − 1)², where d is the distance in the graph and s the "
      + "best scale; from 0, perfect, to 1.",
    parameters: [
      Parameter(
        "distance", \.distance, EdgeDistance.description),
      Parameter(
        "sources", \.sources, within: Bounds(2...1_000_000_000),
        "Number of nodes whose distances to all others are sampled. `stress_error` is half the width of "
          + "the 95 % confidence interval, too small with fewer than some 30 sources or if few nodes lie far from all "
          + "others; it is empty if all pairs count.",
        defaultDescription: "all of up to 8 192 nodes; else 67 million/nodes, at least 200; "
          + "with another `distance`, all of up to 2 896 nodes, else 8 million/nodes, at least 200"),
    ],
    formula:
      "1/N·Σ (s·‖xi − xj‖/d_ij − 1)² over N pairs, minimal at s = Σr/Σr², r = ‖xi − xj‖/d_ij",
    source:
      "Kamada and Kawai 1989; Gansner, Koren and North 2004; scaled as by Welch and Kobourov 2017")

  public var columns: [Column] {
    [
      .measure(
        "stress", unit: "normalized", better: .lower, use: .quality, importance: 13,
        ratioOffset: 1e-4),
      .fact(
        "stress_error", "half the width of the 95 % interval of stress",
        note: "empty if all pairs of nodes were measured"),
    ]
  }

  /// The pairs that are sampled by default: all of 2¹³ nodes, and an eighth of that with Dijkstra's searches, each of
  /// which costs more.
  private var maxPairCount: Int { edgeDistance.isUnit ? 1 << 26 : 1 << 23 }
  static let minSourceCount = 200

  func sourceCount(of nodes: Int) -> Int {
    min(nodes, sources ?? max(Self.minSourceCount, maxPairCount / max(1, nodes)))
  }

  /// The stress over all connected pairs, or over those of a sample of nodes with all others, and half
  /// the width of its 95 % interval. Nil if there are no such pairs, or all nodes coincide. Cost: a
  /// search per source, on all processors: breadth-first, 64 at once, or Dijkstra's.
  public func values(of layout: FinishedLayout) -> [Double?] { values(of: layout, seed: 0) }

  package func values(of layout: FinishedLayout, seed: UInt64) -> [Double?] {
    guard let (whole, found, sample) = ratios(of: layout, seed: seed), let stress = whole.stress
    else { return [nil, nil] }
    guard !sample.isWhole else { return [stress, nil] }
    let error = sample.standardError(of: found.map(whole.change))
    return [stress, StratifiedSample.halfWidth * error]
  }

  /// The sums over ordered pairs, as of all, and those from each node of the sample, in the normalized layout.
  func ratios(of layout: FinishedLayout, seed: UInt64)
    -> (whole: Ratios, found: [Ratios], sample: StratifiedSample)?
  {
    let graph = layout.graph
    let count = sourceCount(of: graph.nodeCount)
    let order = SourceOrder(graph, strata: count)
    let page = layout.normalized
    let sample = StratifiedSample(sourcesIn: page, order, count: count, seed: seed)
    let found: [Ratios]
    if edgeDistance.isUnit {
      found = Ratios.byEdges(in: page, from: sample, extent: order.extent)
    } else {
      guard let lengths = edgeDistance.lengths(in: graph) else { return nil }
      let search = ShortestPaths(graph, lengths: lengths)
      found = concurrently(sample.items.count, scratch: { search }) { index, search in
        search.run(from: sample.items[index])
        return Ratios(of: page, from: sample.items[index], search.distances) {
          $0.isFinite ? $0 : 0
        }
      }
    }
    let whole = sample.ascending.reduce(into: Ratios()) {
      $0.add(found[$1], times: sample.weights[$1])
    }
    return (whole, found, sample)
  }

  var edgeDistance: EdgeDistance { EdgeDistance(distance) }

  public var edgeAttributes: Set<String> { edgeDistance.edgeAttributes }

  public func check(on graph: Graph) throws(ParameterError) { try edgeDistance.check(on: graph) }
}

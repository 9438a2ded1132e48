import ForceLabGraphs
import ForceLabPlugins

public struct Modularity: MetricGroup {
  public var resolution = 1.0
  public var seed = 0

  public init() {}

  public static let manual = Manual<Self>(
    "modularity",
    "Modularity and number of the communities that the Louvain method finds by the weights of edges. A "
      + "property of the graph alone.",
    parameters: [
      Parameter(
        "resolution", \.resolution, above: 0, "Above 1 for smaller communities, below for larger."),
      Parameter(
        "seed", \.seed, within: Bounds(0...1_000_000_000),
        "Seed of the order in which nodes are visited."),
    ],
    formula:
      "Σ (w_c/m − γ·(d_c/2m)²), with the weight w_c of edges within c and the weighted degree d_c",
    source: "Newman 2004; Blondel, Guillaume, Lambiotte and Lefebvre 2008")

  public var columns: [Column] {
    [.measure("modularity", "modularity of the communities"), .measure("communities")]
  }

  /// The modularity is nil if the edges have no weight. Cost: about that of 10 passes over the edges.
  public func values(of layout: FinishedLayout) -> [Double?] {
    // The only error is that of `check(on:)`: the weights of the edges have no communities.
    let found = try? Communities(
      of: layout.graph, resolution: resolution, seed: UInt64(max(0, seed)))
    guard let found else { return [nil, nil] }
    return [
      layout.graph.modularity(of: found.ofNodes, resolution: resolution), Double(found.count),
    ]
  }

  public func check(on graph: Graph) throws(ParameterError) { try Communities.check(graph) }
}

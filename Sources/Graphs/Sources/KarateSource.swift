import ForceLabPlugins

/// Zachary's karate club.
public struct KarateSource: GraphSource {
  /// What is said of it.
  public static let manual = Manual<Self>(
    "karate",
    "The 34 members of a karate club and their 78 friendships, grouped as the club split.",
    source: "W. W. Zachary, “An information flow model for conflict and fission in small groups”, "
      + "1977; order and weights of networkx's karate_club_graph()")

  /// The defaults.
  public init() {}

  /// The graph, with interactions as weights and the later clubs as groups.
  public func graph() throws -> Graph {
    let edges = CompactEdges(KarateData.edges)
    return try Graph(
      nodeCount: KarateData.nodeCount, sources: edges.sources, targets: edges.targets,
      weights: edges.weights,
      groups: (0..<KarateData.nodeCount).map {
        KarateData.membersOfMrHi.contains($0) ? "Mr. Hi" : "Officer"
      })
  }
}

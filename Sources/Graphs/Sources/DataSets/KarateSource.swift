import ForceLabPlugins

public struct KarateSource: GraphSource {
  public init() {}

  public static let manual = Manual<Self>(
    "karate", "Zachary's karate club: 34 members, 78 friendships, grouped by how the club split.",
    source: "W. W. Zachary, “An information flow model for conflict and fission in small groups”, "
      + "1977; order and weights of networkx's karate_club_graph()")

  /// Weights are numbers of interactions, groups are the two later clubs.
  public func graph() throws -> Graph { try DataSet.graph(PackageResources.karate_txt) }
}

import ForceLabPlugins

public struct KarateSource: GraphSource {
  public init() {}

  public static let manual = Manual<Self>(
    "karate", "Zachary's karate club: 34 members, 78 friendships, grouped by how the club split.",
    source: "W. W. Zachary, “An information flow model for conflict and fission in small groups”, "
      + "1977; order and weights of networkx's karate_club_graph()")

  /// Weights are numbers of interactions, groups are the two later clubs.
  public func graph() throws -> Graph {
    let edges = CompactEdges(Self.edges)
    return try Graph(
      nodeCount: Self.nodeCount, sources: edges.sources, targets: edges.targets,
      weights: edges.weights,
      groups: (0..<Self.nodeCount).map { Self.membersOfMrHi.contains($0) ? "Mr. Hi" : "Officer" })
  }
}

/// The data, in the order of networkx 3.6.1's `karate_club_graph()`.
extension KarateSource {
  private static let nodeCount = 34

  /// The members who stayed with the instructor; all others joined the officer's new club.
  private static let membersOfMrHi: Set<Int> = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 16, 17, 19, 21,
  ]

  private static let edges = """
    0: 1*4 2*5 3*3 4*3 5*3 6*3 7*2 8*2 10*2 11*3 12 13*3 17*2 19*2 21*2 31*2 1: 2*6 3*3 7*4
    13*5 17 19*2 21*2 30*2 2: 3*3 7*4 8*5 9 13*3 27*2 28*2 32*2 3: 7*3 12*3 13*3 4: 6*2 10*3
    5: 6*5 10*3 16*3 6: 16*3 8: 30*3 32*3 33*4 9: 33*2 13: 33*3 14: 32*3 33*2 15: 32*3 33*4
    18: 32 33*2 19: 33 20: 32*3 33 22: 32*2 33*3 23: 25*5 27*4 29*3 32*5 33*4 24: 25*2 27*3
    31*2 25: 31*7 26: 29*4 33*2 27: 33*4 28: 31*2 33*2 29: 32*4 33*2 30: 32*3 33*3 31: 32*4
    33*4 32: 33*5
    """
}

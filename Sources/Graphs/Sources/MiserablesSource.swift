import ForceLabPlugins

public struct MiserablesSource: GraphSource {
  public init() {}

  public static let manual = Manual<Self>(
    "miserables",
    "Les Misérables: 77 characters, 254 edges between those who appear in the same chapter.",
    source: "D. E. Knuth, The Stanford GraphBase, 1993; order and weights of networkx's "
      + "les_miserables_graph(), groups of M. Bostock's miserables.json")

  /// Labels are names, groups are parts of the story, weights are numbers of common chapters.
  public func graph() throws -> Graph {
    let names = MiserablesData.names.split(whereSeparator: \.isWhitespace).map(String.init)
    let edges = CompactEdges(MiserablesData.edges)
    return try Graph(
      nodeCount: names.count, sources: edges.sources, targets: edges.targets,
      weights: edges.weights, labels: names,
      groups: MiserablesData.groups.split(whereSeparator: \.isWhitespace).map(String.init))
  }
}

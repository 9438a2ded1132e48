import ForceLabPlugins

/// The characters of Les Misérables, joined where they appear together.
public struct MiserablesSource: GraphSource {
  /// What is said of it.
  public static let manual = Manual<Self>(
    "miserables",
    "The 77 characters of Les Misérables; 254 edges join those who appear in the same chapter.",
    source: "D. E. Knuth, The Stanford GraphBase, 1993; order and weights of networkx's "
      + "les_miserables_graph(), groups of M. Bostock's miserables.json")

  /// The defaults.
  public init() {}

  /// The graph, with names as labels, parts of the story as groups, and the number of common chapters
  /// as weights.
  public func graph() throws -> Graph {
    let names = MiserablesData.names.split(whereSeparator: \.isWhitespace).map(String.init)
    let edges = CompactEdges(MiserablesData.edges)
    return try Graph(
      nodeCount: names.count, sources: edges.sources, targets: edges.targets,
      weights: edges.weights, labels: names,
      groups: MiserablesData.groups.split(whereSeparator: \.isWhitespace).map(String.init))
  }
}

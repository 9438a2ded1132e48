import ForceLabPlugins

public struct MiserablesSource: GraphSource {
  public init() {}

  public static let manual = Manual<Self>(
    "miserables",
    "Les Misérables: 77 characters, 254 edges between those who appear in the same chapter.",
    source: "D. E. Knuth, The Stanford GraphBase, 1993; order and weights of networkx's "
      + "les_miserables_graph(), groups of M. Bostock's miserables.json")

  /// Labels are names, groups are parts of the story by the numbers that d3's example gives them, weights are
  /// numbers of common chapters.
  public func graph() throws -> Graph { try DataSet.graph(PackageResources.miserables_txt) }
}

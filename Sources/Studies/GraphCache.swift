import ForceLabGraphs
import ForceLabPlugins
import ForceLabSettings

/// The graphs made last, so that the trials of a run, and the check before it, share them.
enum GraphCache {
  private static let shelf = RecentCache<Graph>()

  /// The graph of `source` with the attributes `names`, made if it is not on the shelf.
  static func graph(of source: any GraphSource, with names: AttributeNames) throws -> Graph {
    try shelf.value(key(of: source, names)) { try source.graph(with: names) }
  }

  /// What tells one graph from another.
  static func key(of source: any GraphSource, _ names: AttributeNames) -> String {
    let path = (source as? FileSource)?.path.path ?? ""
    let asked = [names.nodes, names.edges].map { $0.sorted() }
    return source.reference.flowText + path + (names == AttributeNames() ? "" : "\(asked)")
  }
}

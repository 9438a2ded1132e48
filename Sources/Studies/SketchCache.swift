import ForceLabGraphs
import ForceLabPlugins
import ForceLabWorkbench
import ForceLabSettings

/// The sketches made last: the trials of a run share them.
enum SketchCache {
  /// A sketch as it is kept: its file, and the digest that names it.
  struct Kept: Sendable {
    let hash: String
    let file: KeptFile
  }

  private static let shelf = RecentCache<Kept>()

  /// The sketch of `graph`, which `study` lays out, in its view.
  static func sketch(of graph: Graph, by study: LayoutStudy) -> Kept {
    let key = GraphCache.key(of: study.graph, study.attributeNames) + study.view.encoded().flowText
    return shelf.value(key) {
      let json = study.view.sketch(of: graph).json
      let hash = ContentHash.short(json)
      return Kept(hash: hash, file: KeptFile("graphs/\(hash).json", json, isShared: true))
    }
  }
}

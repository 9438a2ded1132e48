import Crypto
import Graphs
import Plugins
import Workbench
import YAML

/// The sketches made last: the trials of a run share them.
enum SketchShelf {
  /// A sketch as it is kept: its file, and the digest that names it.
  struct Kept: Sendable {
    let hash: String
    let file: KeptFile
  }

  private static let shelf = Shelf<Kept>()

  /// The sketch of `graph`, which `study` lays out, in its view.
  static func sketch(of graph: Graph, by study: LayoutStudy) -> Kept {
    let key = GraphShelf.key(of: study.graph, study.attributeNames) + study.view.encoded().flowText
    return shelf.value(key) {
      let json = study.view.sketch(of: graph).json
      let hash = SHA256.hash(data: json).prefix(8).hexadecimal
      return Kept(hash: hash, file: KeptFile("graphs/\(hash).json", json, isShared: true))
    }
  }
}

import Crypto
import Graphs
import Plugins
import Synchronization
import Workbench
import YAML

/// The sketches made last: the trials of a run share them.
enum SketchShelf {
  /// A sketch as it is kept: its file, and the digest that names it.
  struct Kept: Sendable {
    let hash: String
    let file: KeptFile
  }

  private static let shelf = Mutex<[(key: String, sketch: Kept)]>([])
  private static let capacity = 4

  /// The sketch of `graph`, which `study` lays out, in its view.
  static func sketch(of graph: Graph, by study: LayoutStudy) -> Kept {
    let key = GraphShelf.key(of: study.graph, study.attributeNames) + study.view.encoded().flowText
    if let held = shelf.withLock({ $0.first { $0.key == key } }) { return held.sketch }
    let json = study.view.sketch(of: graph).json
    let hash = SHA256.hash(data: json).prefix(8).hexadecimal
    let sketch = Kept(hash: hash, file: KeptFile("graphs/\(hash).json", json, isShared: true))
    shelf.withLock { shelf in
      shelf.append((key, sketch))
      if shelf.count > capacity { shelf.removeFirst() }
    }
    return sketch
  }
}

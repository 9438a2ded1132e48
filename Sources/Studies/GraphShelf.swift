import Graphs
import Plugins
import Synchronization
import YAML

/// The graphs made last, so that the trials of a run, and the check before it, share them.
enum GraphShelf {
  private static let shelf = Mutex<[(key: String, graph: Graph)]>([])
  private static let capacity = 4

  /// The graph of `source` with the attributes `names`, made if it is not on the shelf.
  static func graph(of source: any GraphSource, with names: AttributeNames) throws -> Graph {
    let key = key(of: source, names)
    if let held = shelf.withLock({ $0.first { $0.key == key } }) { return held.graph }
    let graph = try source.graph(with: names)
    shelf.withLock { shelf in
      shelf.append((key, graph))
      if shelf.count > capacity { shelf.removeFirst() }
    }
    return graph
  }

  /// What tells one graph from another.
  static func key(of source: any GraphSource, _ names: AttributeNames) -> String {
    let path = (source as? FileSource)?.path.path ?? ""
    let asked = [names.nodes, names.edges].map { $0.sorted() }
    return source.reference.flowText + path + (names == AttributeNames() ? "" : "\(asked)")
  }
}

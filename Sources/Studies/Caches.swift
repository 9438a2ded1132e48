import ForceLabGraphs
import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench
import Synchronization

/// The values made last, by key. The trials of a run share them.
final class RecentCache<Value: Sendable>: Sendable {
  private let held = Mutex<[(key: String, value: Value)]>([])
  private let capacity: Int

  init(capacity: Int = 4) { self.capacity = capacity }

  func value(_ key: String, _ make: () throws -> Value) rethrows -> Value {
    if let held = held.withLock({ $0.first { $0.key == key } }) { return held.value }
    let value = try make()
    held.withLock { held in
      held.append((key, value))
      if held.count > capacity { held.removeFirst() }
    }
    return value
  }
}

enum GraphCache {
  private static let cache = RecentCache<Graph>()

  static func graph(of source: any GraphSource, with names: AttributeNames) throws -> Graph {
    try cache.value(key(of: source, names)) { try source.graph(with: names) }
  }

  static func key(of source: any GraphSource, _ names: AttributeNames) -> String {
    let contents = source.files.map { content(of: $0.path) }.joined(separator: "\n")
    let lists = [names.nodes, names.edges, names.words].map { $0.sorted() }
    return source.reference.flowText + contents
      + (names == AttributeNames() ? "" : "\(lists)\(names.keepsAll)")
  }

  /// The hash of the file's content; the path if it cannot be read, which the source reports.
  private static func content(of path: String) -> String {
    guard let hash = try? ContentHash.ofFile(path), !hash.isEmpty else { return path }
    return hash
  }
}

enum SketchCache {
  /// A file of `graphs/` and the content hash that names it.
  typealias Sketch = (hash: String, file: Artifact)

  private static let cache = RecentCache<Sketch>()

  static func sketch(of graph: Graph, by study: LayoutStudy) throws -> Sketch {
    let key = GraphCache.key(of: study.graph, study.attributeNames) + study.view.encoded().flowText
    return try cache.value(key) { file(of: try study.view.sketch(of: graph)) }
  }

  static func file(of sketch: GraphSketch) -> Sketch {
    let json = sketch.json
    let hash = ContentHash.short(json)
    return (hash, Artifact("graphs/\(hash).json", json, isShared: true))
  }
}

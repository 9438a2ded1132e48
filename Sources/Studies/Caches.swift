import ForceLabGraphs
import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench
import Foundation
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
}

extension GraphCache {
  /// The hashes of contents, by path, size and date of change.
  private static let hashes = RecentCache<String>(capacity: 1000)

  /// The hash of the file's content; the path if it cannot be read, which the source reports.
  private static func content(of path: String) -> String {
    var status = stat()
    guard stat(path, &status) == 0 else { return path }
    #if os(Linux)
      let changed = status.st_mtim
    #else
      let changed = status.st_mtimespec
    #endif
    let key = "\(path) \(status.st_ino) \(status.st_size) \(changed.tv_sec) \(changed.tv_nsec)"
    let hash = try? hashes.value(key) { try ContentHash.ofFile(path) }
    return hash.flatMap { $0.isEmpty ? nil : $0 } ?? path
  }
}

enum SketchCache {
  /// A file of `graphs/` and the content hash that names it.
  typealias Sketch = (hash: String, file: KeptFile)

  private static let cache = RecentCache<Sketch>()

  static func sketch(of graph: Graph, by study: LayoutStudy) throws -> Sketch {
    let key = GraphCache.key(of: study.graph, study.attributeNames) + study.view.encoded().flowText
    return try cache.value(key) { file(of: try study.view.sketch(of: graph)) }
  }

  static func file(of sketch: GraphSketch) -> Sketch {
    let json = sketch.json
    let hash = ContentHash.short(json)
    return (hash, KeptFile("graphs/\(hash).json", json, isShared: true))
  }
}

import Foundation
import ForceLabGraphs
import ForceLabPlugins
import ForceLabSettings

/// The edges of a graph as pairs.
func edges(of graph: Graph) -> [[Int]] {
  zip(graph.sources, graph.targets).map { [Int($0), Int($1)] }
}

/// How often each degree occurs.
func degrees(of graph: Graph) -> [Int: Int] {
  Dictionary((0..<graph.nodeCount).map { (graph.degree(of: $0), 1) }, uniquingKeysWith: +)
}

/// A generator with some parameters set.
func made<Source: GraphSource>(_ type: Source.Type, _ set: (inout Source) -> Void) throws -> Graph {
  var source = Source()
  set(&source)
  return try source.graph()
}

/// What reading `text` throws, as it is printed; nil if it throws nothing.
func problem(
  _ format: GraphFormat, _ text: String, base: Int? = nil
) -> String? {
  problem(format, Array(text.utf8), base: base)
}

/// What reading `bytes` throws, as it is printed; nil if it throws nothing.
func problem(_ format: GraphFormat, _ bytes: [UInt8], base: Int? = nil) -> String? {
  do throws(Diagnostic) {
    _ = try format.read(bytes, file: "f", base: base)
    return nil
  } catch {
    return error.description
  }
}

/// A folder of its own, removed by `body`'s end.
func withFolder(_ body: (String) throws -> Void) throws {
  let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("graphs-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  try body(folder.path)
}

/// Every way to see that compressed rows and edges tell the same.
func isConsistent(_ graph: Graph) -> Bool {
  var rows = [[Int32]](repeating: [], count: graph.nodeCount)
  for (a, b) in zip(graph.sources, graph.targets) {
    rows[Int(a)].append(b)
    rows[Int(b)].append(a)
  }
  let distinct = Set(zip(graph.sources, graph.targets).map { [min($0, $1), max($0, $1)] })
  return rows.indices.allSatisfy { Array(graph.neighbors(of: $0)) == rows[$0] }
    && distinct.count == graph.edgeCount
    && zip(graph.sources, graph.targets).allSatisfy { $0 != $1 }
    && graph.weights?.count ?? graph.edgeCount == graph.edgeCount
    && graph.labels?.count ?? graph.nodeCount == graph.nodeCount
    && graph.groups?.count ?? graph.nodeCount == graph.nodeCount
}

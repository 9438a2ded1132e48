import ForceLabGraphs
import ForceLabPlugins

/// The edges of a graph as pairs.
package func edges(of graph: Graph) -> [[Int]] {
  zip(graph.sources, graph.targets).map { [Int($0), Int($1)] }
}

/// How often each degree occurs.
package func degrees(of graph: Graph) -> [Int: Int] {
  Dictionary((0..<graph.nodeCount).map { (graph.degree(of: $0), 1) }, uniquingKeysWith: +)
}

/// Whether the compressed rows and all lists agree with the edges.
package func isConsistent(_ graph: Graph) -> Bool {
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

extension Graph {
  package var componentCount: Int { Int((components.max() ?? -1) + 1) }
  package var isConnected: Bool { componentCount <= 1 }
}

/// Makes a plugin and sets its parameters.
package func with<P: Configurable>(_ type: P.Type, _ change: (inout P) -> Void) -> P {
  var plugin = P()
  change(&plugin)
  return plugin
}

/// A graph of `count` nodes and no edges.
package func cells(_ count: Int) throws -> Graph {
  try Graph(nodeCount: count, edges: [])
}

/// A circle of `count` nodes.
package func ring(_ count: Int) throws -> Graph {
  var source = RingSource()
  source.count = count
  return try source.graph()
}

/// A graph of `edges` random edges, less the self loops and duplicates.
package func randomGraph(nodes: Int, edges: Int, seed: UInt64) throws -> Graph {
  var generator = SeededGenerator(seed: seed, stream: 1)
  let pairs = (0..<edges).map { _ in
    (generator.index(below: nodes), generator.index(below: nodes))
  }
  return try Graph(nodeCount: nodes, edges: pairs)
}

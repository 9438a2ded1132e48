import ForceLabSettings

/// What statements of a graph or subgraph in DOT have set and named so far.
struct DOTScope {
  /// The defaults.
  var nodes = AttributeValues()
  var edges = AttributeValues()
  /// The nodes that are named there.
  private(set) var found: [Int] = []
  private var known: Set<Int> = []
  var subgraphs: [UTF8Key: DOTScope] = [:]

  init(in outer: DOTScope? = nil) {
    if let outer { (nodes, edges) = (outer.nodes, outer.edges) }
  }

  mutating func add(_ node: Int) {
    if known.insert(node).inserted { found.append(node) }
  }
}

import ForceLabPlugins

/// A graph whose size and edges follow from its parameters alone.
protocol GraphFamily: GraphSource {
  associatedtype Edges: Sequence<(Int, Int)>
  /// `Int.max` if there are far too many.
  var nodeCount: Int { get }
  /// At most, if that may be too many while the nodes are not; 0 by default.
  var maxEdges: Int { get }
  /// The parameter to reduce if the graph is too large: by default the first one.
  static var sizeParameter: String { get }
  var edges: Edges { get }
}

extension GraphFamily {
  var maxEdges: Int { 0 }
  static var sizeParameter: String { parameterNames[0] }

  public func check() throws(ParameterError) {
    try GeneratorLimit.check(nodes: nodeCount, edges: maxEdges, parameter: Self.sizeParameter)
  }

  public func graph() throws -> Graph {
    try checkAll()
    return try Graph(nodeCount: nodeCount, edges: edges)
  }
}

/// Nodes in rows, and the rows in layers, numbered in that order.
struct Lattice {
  let rows: Int
  let columns: Int
  var layers = 1

  /// Each node adds the edges that lead by `steps` rightwards, downwards and to the next layers, in their
  /// order. A lattice that `wraps` goes on at its other side; else edges end within it.
  func edges(_ steps: [(right: Int, down: Int, in: Int)], wraps: Bool = false) -> [(Int, Int)] {
    let count = layers * rows * columns
    var edges: [(Int, Int)] = []
    edges.reserveCapacity(steps.count * count)
    for node in 0..<count {
      let (column, row) = (node % columns, node / columns % rows)
      for step in steps {
        let (right, down, layer) = (
          column + step.right, row + step.down, node / columns / rows + step.in
        )
        guard wraps || (right < columns && down < rows && layer < layers) else { continue }
        edges.append((node, right % columns + columns * (down % rows + rows * (layer % layers))))
      }
    }
    return edges
  }
}

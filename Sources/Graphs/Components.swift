extension Graph {
  /// Numbered from 0 in the order of their lowest nodes. Cost: linear in nodes and edges.
  public var components: [Int32] {
    var components = [Int32](repeating: 0, count: nodeCount)
    var search = BreadthFirstSearch(self)
    var (count, begin): (Int32, Int) = (0, 0)
    for start in 0..<Int32(nodeCount) where search.visit(from: start) {
      for node in search.order[begin..<search.count] { components[Int(node)] = count }
      (count, begin) = (count + 1, search.count)
    }
    return components
  }

  /// The component of each node, the size of each component, and the largest one: of several of that
  /// size, the one with the lowest node. Nil without nodes. Cost: linear in nodes and edges.
  var sizedComponents: (components: [Int32], sizes: [Int], largest: Int)? {
    let components = components
    var sizes = [Int](repeating: 0, count: Int((components.max() ?? -1) + 1))
    for component in components { sizes[Int(component)] += 1 }
    guard let size = sizes.max(), let largest = sizes.firstIndex(of: size) else { return nil }
    return (components, sizes, largest)
  }

  /// The nodes of the largest component, with their ids and attributes, in the same order; of several
  /// of that size, the one with the lowest node. Cost: linear in nodes and edges.
  public func largestComponent() -> Graph {
    guard let (components, sizes, largest) = sizedComponents, sizes.count > 1 else { return self }
    let nodes = components.indices.filter { Int(components[$0]) == largest }
    // Both ends of an edge are in the same component.
    let edges = sources.indices.filter { Int(components[Int(sources[$0])]) == largest }
    let kept = "kept \(nodes.count) of \(nodeCount) nodes, the largest component"
    var part = Graph(
      self, nodes: nodes, edges: edges, remark: remark.map { "\($0); \(kept)" } ?? kept)
    // Nodes keep their numbers as ids.
    if ids == nil { part.ids = NodeIDs(nodes.map(id), areNumbers: true) }
    return part
  }
}

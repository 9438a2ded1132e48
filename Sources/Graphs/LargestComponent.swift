extension Graph {
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

extension Graph {
  /// The nodes of the largest component, with their ids and attributes, in the same order; of several
  /// of that size, the one with the lowest node. Cost: linear in nodes and edges.
  public func largestComponent() -> Graph {
    guard let (components, sizes, largest) = sizedComponents, sizes.count > 1 else { return self }
    return Graph(self, keeping: components.map { Int($0) == largest })
  }

  /// The subgraph of the nodes of `whole` that `isKept`.
  private init(_ whole: Graph, keeping isKept: [Bool]) {
    let nodes = isKept.indices.filter { isKept[$0] }
    var numbers = [Int32](repeating: -1, count: whole.nodeCount)
    for (number, node) in nodes.enumerated() { numbers[node] = Int32(number) }
    let edges = whole.sources.indices.filter {
      isKept[Int(whole.sources[$0])] && isKept[Int(whole.targets[$0])]
    }
    nodeCount = nodes.count
    sources = edges.map { numbers[Int(whole.sources[$0])] }
    targets = edges.map { numbers[Int(whole.targets[$0])] }
    weights = whole.weights.map { weights in edges.map { weights[$0] } }
    ids = NodeIDs(nodes.map(whole.id), areNumbers: whole.ids?.areNumbers ?? true)
    labels = whole.labels.map { labels in nodes.map { labels[$0] } }
    groups = whole.groups.map { groups in nodes.map { groups[$0] } }
    nodeAttributes = whole.nodeAttributes.selecting(nodes)
    edgeAttributes = whole.edgeAttributes.selecting(edges)
    (offsets, neighbors, _) = Self.rows(nodeCount, sources, targets)
    isDirected = whole.isDirected
    (droppedSelfLoops, droppedDuplicates) = (whole.droppedSelfLoops, whole.droppedDuplicates)
    let kept = "kept \(nodeCount) of \(whole.nodeCount) nodes, the largest component"
    remark = whole.remark.map { "\($0); \(kept)" } ?? kept
  }
}

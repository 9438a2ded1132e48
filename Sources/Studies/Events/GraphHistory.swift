import ForceLabGraphs

/// The nodes and edges that a running layout had, and when.
struct GraphHistory {
  private var graph: Graph
  private var nodes: [Int]
  private var edges: [Int]
  private var lostNodes: [Int: GraphNode] = [:]
  /// With permanent numbers of nodes, and the first and last iteration.
  private var lostEdges: [(edge: GraphEdge, first: Int, last: Int)] = []
  /// The first iteration with a frame of the edges that were added, by their numbers.
  private var firstIterations: [Int: Int] = [:]
  private var addedNodes = false

  init(_ layout: RunningLayout) {
    (graph, nodes, edges) = (layout.graph, layout.nodes, layout.edgeNumbers)
  }

  /// Notes a change after the frame of the present iteration.
  mutating func note(_ layout: RunningLayout) {
    guard layout.nodes != nodes || layout.edgeNumbers != edges else { return }
    let (keptNodes, keptEdges) = (Set(layout.nodes), Set(layout.edgeNumbers))
    for (index, node) in nodes.enumerated() where !keptNodes.contains(node) {
      lostNodes[node] = graph.node(at: index)
    }
    for (index, number) in edges.enumerated() where !keptEdges.contains(number) {
      var edge = graph.edge(at: index)
      (edge.source, edge.target) = (nodes[edge.source], nodes[edge.target])
      lostEdges.append((edge, firstIterations[number] ?? 0, layout.iteration))
    }
    let known = Set(edges)
    for number in layout.edgeNumbers where !known.contains(number) {
      firstIterations[number] = layout.iteration + 1
    }
    if let last = layout.nodes.last, last > nodes.last ?? -1 { addedNodes = true }
    (graph, nodes, edges) = (layout.graph, layout.nodes, layout.edgeNumbers)
  }

  /// The graph of all nodes and edges that there were, the permanent numbers of its nodes and, of edges that were not
  /// there all the time, edge, first and last iteration. Nil if nothing has changed. Cost: linear in nodes and edges.
  func union(
    _ layout: RunningLayout
  ) throws -> (graph: Graph, nodes: [Int], spans: [[Int]])? {
    guard addedNodes || !lostNodes.isEmpty || !lostEdges.isEmpty || !firstIterations.isEmpty else {
      return nil
    }
    let present = Set(nodes)
    let lost = lostNodes.filter { !present.contains($0.key) }
    let all = (nodes + lost.keys).sorted()
    let places = Dictionary(uniqueKeysWithValues: zip(all, all.indices))
    var change = GraphChange(keeping: graph)
    var kept = 0
    change.nodes = all.map { node in
      if let node = lost[node] { return .new(node) }
      kept += 1
      return .kept(kept - 1)
    }
    var numbers: [NodePair: Int] = [:]
    for edge in 0..<graph.edgeCount {
      numbers[NodePair(nodes[Int(graph.sources[edge])], nodes[Int(graph.targets[edge])])] = edge
    }
    var spans = edges.enumerated().compactMap { index, number in
      firstIterations[number].map { [index, $0, layout.iteration] }
    }
    for lost in lostEdges {
      var edge = lost.edge
      let ends = NodePair(edge.source, edge.target)
      var index = numbers[ends]
      if index == nil, let source = places[edge.source], let target = places[edge.target] {
        (edge.source, edge.target) = (source, target)
        index = change.edges.count
        numbers[ends] = index
        change.edges.append(.new(edge))
      }
      if let index { spans.append([index, lost.first, lost.last]) }
    }
    var union = try graph.changed(by: change)
    if union.ids == nil { union = union.withIDs(NodeIDs(all.map { String($0) }, areNumbers: true)) }
    return (union, all, spans)
  }
}

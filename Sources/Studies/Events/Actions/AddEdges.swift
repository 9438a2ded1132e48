import ForceLabGraphs
import ForceLabPlugins
import ForceLabWorkbench

public struct AddEdges: EventAction {
  /// Nil for random ones.
  public var edges: NodePairs?
  public var count: Int?
  public var weight: Double?

  public init() {}

  public static let manual = Manual<Self>(
    "add-edges", "Adds edges between nodes that are not joined yet.",
    parameters: [
      Parameter(
        "edges", \.edges, "Pairs of labels, ids or numbers of nodes.",
        defaultDescription: "random ones", example: "[[0, 76]]"),
      Parameter(
        "count", \.count, within: Bounds(1...100_000), "Number of edges between random nodes.",
        defaultDescription: "1 if there are no `edges`"),
      Parameter(
        "weight", \.weight, within: Bounds(0...), "Weight of the edges, in a graph with weights.",
        defaultDescription: "the mean of the weights"),
    ], shorthand: "edges")

  public func check() throws(ParameterError) {
    if edges != nil, count != nil {
      throw ParameterError(
        "'edges' and 'count' exclude each other; write two events", parameter: "count")
    }
  }

  public var changesGraph: Bool { true }
  public var isRandom: Bool { edges == nil }

  public func check(in plan: inout EventPlan) throws {
    try Self.check(plan.ends(of: edges, to: "add", undoneBy: "remove-edges"))
  }

  private static func check(_ ends: [NodePairs.Ends]) throws(ParameterError) {
    var added: Set<NodePair> = []
    for (index, (names, nodes, edge)) in ends.enumerated() {
      guard nodes[0] != nodes[1] else {
        throw ParameterError(
          "an edge cannot join '\(names[0])' to itself", parameter: "edges.\(index)")
      }
      guard edge == nil, added.insert(NodePair(nodes[0], nodes[1])).inserted else {
        throw ParameterError(
          "an edge joins '\(names[0])' and '\(names[1])' already", parameter: "edges.\(index)")
      }
    }
  }

  public func act(on layout: RunningLayout, using generator: inout SeededGenerator) throws {
    guard let edges else {
      try layout.add(edges: randomEdges(count ?? 1, in: layout, using: &generator))
      return
    }
    let ends = try layout.ends(of: edges)
    try Self.check(ends)
    let numbers = layout.nodes
    try layout.add(
      edges: ends.map {
        GraphEdge(numbers[$0.nodes[0]], numbers[$0.nodes[1]], weight: weight)
      })
  }

  /// Edges between random nodes that are not joined.
  private func randomEdges(
    _ count: Int, in layout: RunningLayout, using generator: inout SeededGenerator
  ) throws(ParameterError) -> [GraphEdge] {
    let (graph, nodes) = (layout.graph, layout.nodes)
    let free = nodes.count * (nodes.count - 1) / 2 - graph.edgeCount
    guard count <= free else {
      throw ParameterError(
        "cannot add \(counted(count, "edge")); pairs of nodes that are not joined: \(free)")
    }
    var joined = Set(
      zip(graph.sources, graph.targets).map { NodePair(nodes[Int($0)], nodes[Int($1)]) })
    // In a dense graph most draws are joined already.
    guard 2 * (joined.count + count) < nodes.count * (nodes.count - 1) / 2 else {
      let all = nodes.indices.flatMap { a in
        nodes[..<a].map { NodePair($0, nodes[a]) }.filter { !joined.contains($0) }
      }
      return Selection.random.choose(count, of: Array(all.indices), using: &generator)
        .map { GraphEdge(all[$0].low, all[$0].high, weight: weight) }
    }
    var added: [GraphEdge] = []
    while added.count < count {
      let (a, b) = (generator.index(below: nodes.count), generator.index(below: nodes.count))
      guard a != b, joined.insert(NodePair(nodes[a], nodes[b])).inserted else { continue }
      added.append(GraphEdge(nodes[a], nodes[b], weight: weight))
    }
    return added
  }
}

import ForceLabGraphs
import ForceLabPlugins

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
    for (pair, ends, edge) in try plan.ends(of: edges) {
      guard ends[0] != ends[1] else {
        throw ParameterError("an edge cannot join '\(pair[0])' to itself", parameter: "edges")
      }
      guard edge == nil else {
        throw ParameterError(
          "an edge joins '\(pair[0])' and '\(pair[1])' already", parameter: "edges")
      }
    }
    plan.isChanged = true
  }

  public func act(on layout: RunningLayout, using generator: inout SeededGenerator) throws {
    try layout.add(
      edges: edges.map { try layout.ends(of: $0).map { GraphEdge($0, $1, weight: weight) } }
        ?? randomEdges(count ?? 1, in: layout, using: &generator))
  }

  /// Edges between random nodes that are not joined.
  private func randomEdges(
    _ count: Int, in layout: RunningLayout, using generator: inout SeededGenerator
  ) throws(ParameterError) -> [GraphEdge] {
    let (graph, nodes) = (layout.graph, layout.nodes)
    let free = nodes.count * (nodes.count - 1) / 2 - graph.edgeCount
    guard count <= free else {
      throw ParameterError(
        "\(count) edges cannot be added, because only \(free) pairs of nodes are not joined")
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

import ForceLabGraphs
import ForceLabPlugins

/// Adds edges.
public struct AddEdges: EventAction {
  public var edges = NodePairs()
  public var count: Int?
  public var weight: Double?

  public init() {}

  public static let manual = Manual<Self>(
    "add-edges", "Adds edges between nodes that are not joined yet.",
    parameters: [
      Parameter(
        "edges", \.edges, "Pairs of labels, ids or numbers of nodes.", example: "[[0, 76]]"),
      Parameter(
        "count", \.count, within: Bounds(1...100_000), "Number of edges between random nodes.",
        defaultDescription: "1 if there are no `edges`"),
      Parameter(
        "weight", \.weight, "Weight of the edges, in a graph with weights.",
        defaultDescription: "the mean of the weights"),
    ], shorthand: "edges")

  public func check() throws(ParameterError) {
    if !edges.pairs.isEmpty, count != nil {
      throw ParameterError(
        "'edges' and 'count' exclude each other; write two events", parameter: "count")
    }
  }

  public var changesGraph: Bool { true }
  public var isRandom: Bool { edges.pairs.isEmpty }

  public func check(in plan: inout EventPlan) throws {
    for pair in edges.pairs {
      for name in pair { try plan.checkNode(name, "edges") }
      guard !plan.isChanged, let a = plan.graph.node(named: pair[0]),
        let b = plan.graph.node(named: pair[1])
      else { continue }
      guard a != b else {
        throw ParameterError("an edge cannot join '\(pair[0])' to itself", parameter: "edges")
      }
      guard plan.graph.edge(between: a, b) == nil else {
        throw ParameterError(
          "an edge joins '\(pair[0])' and '\(pair[1])' already", parameter: "edges")
      }
    }
    plan.isChanged = true
  }

  public func act(on layout: RunningLayout, using generator: inout SeededGenerator) throws {
    var added: [GraphEdge] = []
    for pair in edges.pairs {
      added.append(
        GraphEdge(
          try layout.existingNode(named: pair[0]), try layout.existingNode(named: pair[1]),
          weight: weight))
    }
    if edges.pairs.isEmpty { added = try randomEdges(count ?? 1, in: layout, using: &generator) }
    try layout.add(edges: added)
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
      zip(graph.sources, graph.targets).map { Pair(nodes[Int($0)], nodes[Int($1)]) })
    // In a dense graph most draws are joined already.
    guard 2 * (joined.count + count) < nodes.count * (nodes.count - 1) / 2 else {
      let all = nodes.indices.flatMap { a in
        nodes[..<a].map { Pair($0, nodes[a]) }.filter { !joined.contains($0) }
      }
      return Selection.random.choose(count, of: Array(all.indices), using: &generator)
        .map { GraphEdge(all[$0].low, all[$0].high, weight: weight) }
    }
    var added: [GraphEdge] = []
    while added.count < count {
      let (a, b) = (generator.index(below: nodes.count), generator.index(below: nodes.count))
      guard a != b, joined.insert(Pair(nodes[a], nodes[b])).inserted else { continue }
      added.append(GraphEdge(nodes[a], nodes[b], weight: weight))
    }
    return added
  }

  private struct Pair: Hashable {
    let low, high: Int

    init(_ a: Int, _ b: Int) { (low, high) = (min(a, b), max(a, b)) }
  }
}

/// Removes edges.
public struct RemoveEdges: EventAction {
  public var edges = NodePairs()
  public var matching = AttributeMatch()
  public var count: Int?
  public var which = Selection.random

  public init() {}

  public static let manual = Manual<Self>(
    "remove-edges", "Removes edges: between given nodes, those with certain attributes, or some.",
    parameters: [
      Parameter(
        "edges", \.edges, "Pairs of labels, ids or numbers of nodes.", example: "[[0, 1]]"),
      Parameter(
        "where", \.matching, "Attributes that they have, such as {weight: 1}."),
      Parameter(
        "count", \.count, within: Bounds(1...1_000_000_000),
        "How many of all edges, or of those that `where` selects.",
        defaultDescription: "all that `where` selects, or 1"),
      Parameter("which", \.which, "Which ones `count` takes."),
    ], shorthand: "edges")

  public func check() throws(ParameterError) {
    if !edges.pairs.isEmpty, !matching.values.isEmpty || count != nil {
      throw ParameterError(
        "'edges' excludes 'where' and 'count'; write two events", parameter: "edges")
    }
  }

  /// How many are removed; nil for all that are given or selected.
  private var wanted: Int? {
    count ?? (edges.pairs.isEmpty && matching.values.isEmpty ? 1 : nil)
  }

  public var changesGraph: Bool { true }
  public var isRandom: Bool { wanted != nil && which == .random }
  public var usesAttributes: Bool { !matching.values.isEmpty }

  public func check(in plan: inout EventPlan) throws {
    for pair in edges.pairs {
      for name in pair { try plan.checkNode(name, "edges") }
      guard !plan.isChanged, let a = plan.graph.node(named: pair[0]),
        let b = plan.graph.node(named: pair[1])
      else { continue }
      guard plan.graph.edge(between: a, b) != nil else {
        throw ParameterError("no edge joins '\(pair[0])' and '\(pair[1])'", parameter: "edges")
      }
    }
    let found = try matching.indices(of: plan.graph.edgeCount, in: plan.graph.edgeTexts)
    if !plan.isChanged { try check(found: found.count) }
    plan.isChanged = true
  }

  private func check(found: Int) throws(ParameterError) {
    guard edges.pairs.isEmpty else { return }
    if found == 0, !matching.values.isEmpty {
      throw ParameterError("no edge has these attributes", parameter: "where")
    }
    if let count = wanted, count > found {
      throw ParameterError(
        "\(count) edges cannot be removed, because there are only \(found)", parameter: "count")
    }
  }

  public func act(on layout: RunningLayout, using generator: inout SeededGenerator) throws {
    guard edges.pairs.isEmpty else {
      var pairs: [(Int, Int)] = []
      for pair in edges.pairs {
        pairs.append(
          (try layout.existingNode(named: pair[0]), try layout.existingNode(named: pair[1])))
      }
      try layout.remove(edges: pairs)
      return
    }
    let graph = layout.graph
    let found = try matching.indices(of: graph.edgeCount, in: graph.edgeTexts)
    try check(found: found.count)
    let removed = wanted.map { which.choose($0, of: found, using: &generator) } ?? found
    _ = try layout.remove(places: [], edges: Set(removed))
  }
}

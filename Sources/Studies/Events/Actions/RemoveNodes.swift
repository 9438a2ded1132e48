import ForceLabGraphs
import ForceLabPlugins

/// Removes nodes with their edges.
public struct RemoveNodes: EventAction {
  public var nodes = NodeNames()
  public var matching = AttributeMatch()
  public var count: Int?
  public var which = Selection.random

  public init() {}

  public static let manual = Manual<Self>(
    "remove-nodes",
    "Removes nodes with their edges: those that are named, those with certain attributes, or some.",
    parameters: [
      Parameter("nodes", \.nodes, "Their labels, ids or numbers.", example: "[0, 3]"),
      Parameter(
        "where", \.matching,
        "Attributes that they have, such as {group: 2}: of the graph file, or label, id, group or degree."
      ),
      Parameter(
        "count", \.count, within: Bounds(1...1_000_000),
        "How many of all nodes, or of those that `where` selects.",
        defaultDescription: "all that `where` selects, or 1"),
      Parameter("which", \.which, "Which ones `count` takes."),
    ], shorthand: "nodes")

  public func check() throws(ParameterError) {
    if !nodes.names.isEmpty, !matching.values.isEmpty || count != nil {
      throw ParameterError(
        "'nodes' excludes 'where' and 'count'; write two events", parameter: "nodes")
    }
  }

  /// How many are removed; nil for all that are named or selected.
  private var wanted: Int? {
    count ?? (nodes.names.isEmpty && matching.values.isEmpty ? 1 : nil)
  }

  public var changesNodes: Bool { true }
  public var isRandom: Bool { wanted != nil && which == .random }
  public var usesAttributes: Bool { !matching.values.isEmpty }

  public func check(in plan: inout EventPlan) throws {
    for name in nodes.names { try plan.checkNode(name, "nodes") }
    let found = try matching.indices(of: plan.graph.nodeCount, in: plan.graph.nodeTexts)
    if !plan.isChanged {
      let distinct = Set(nodes.names.compactMap { plan.graph.node(named: $0) }).count
      try check(
        found: found.count, removed: nodes.names.isEmpty ? wanted ?? found.count : distinct,
        of: plan.graph.nodeCount)
    }
    plan.isChanged = true
  }

  private func check(found: Int, removed: Int, of all: Int) throws(ParameterError) {
    if nodes.names.isEmpty, found == 0 {
      throw ParameterError("no node has these attributes", parameter: "where")
    }
    if nodes.names.isEmpty, removed > found {
      throw ParameterError(
        "\(removed) nodes cannot be removed, because there are only \(found)", parameter: "count")
    }
    guard removed < all else {
      throw ParameterError(
        "no node would be left; keep at least one",
        parameter: nodes.names.isEmpty ? count == nil ? "where" : "count" : "nodes")
    }
  }

  public func act(on layout: RunningLayout, using generator: inout SeededGenerator) throws {
    let named = try nodes.names.map { (name) throws(ParameterError) in
      try layout.existingNode(named: name)
    }
    let graph = layout.graph
    let found = try matching.indices(of: graph.nodeCount, in: graph.nodeTexts)
      .map { layout.nodes[$0] }
    let removed =
      named.isEmpty
      ? wanted.map { which.choose($0, of: found, using: &generator) } ?? found : named
    try check(
      found: found.count, removed: named.isEmpty ? wanted ?? found.count : Set(named).count,
      of: layout.nodes.count)
    try layout.remove(nodes: Set(removed))
  }
}

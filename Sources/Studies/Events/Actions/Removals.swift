import ForceLabGraphs
import ForceLabPlugins
import ForceLabWorkbench

/// An action that removes the nodes or edges that are named, those with certain attributes, or some.
protocol Removal: EventAction {
  var matching: [String: String] { get set }
  var count: Int? { get set }
  var which: Selection { get set }
  /// The parameter that names what is removed.
  static var named: String { get }
  var isNamed: Bool { get }
}

extension Removal {
  static func selection(_ all: String, max: Int, _ attributes: String) -> [Parameter<Self>] {
    [
      Parameter("where", \.matching, attributes),
      Parameter(
        "count", \.count, within: Bounds(1...max),
        "How many of all \(all), or of those that `where` selects.",
        defaultDescription: "all that `where` selects, or 1"),
      Parameter("which", \.which, "Which ones `count` takes."),
    ]
  }

  public func check() throws(ParameterError) {
    if isNamed, !matching.isEmpty || count != nil {
      throw ParameterError(
        "'\(Self.named)' excludes 'where' and 'count'; write two events", parameter: Self.named)
    }
  }

  /// Throws if there are too few of those that are `found`, each a `what`.
  func check(_ found: Int, _ what: String) throws(ParameterError) {
    guard !isNamed else { return }
    if found == 0, !matching.isEmpty {
      throw ParameterError("no \(what) has these attributes", parameter: "where")
    }
    if let count = wanted, count > found {
      throw ParameterError(
        "cannot remove \(counted(count, what)), found only \(found)", parameter: "count")
    }
  }

  /// How many are removed; nil for all that are named or selected.
  var wanted: Int? { count ?? (isNamed || !matching.isEmpty ? nil : 1) }

  public var isRandom: Bool { wanted != nil && which == .random }
  public var usesAttributes: Bool { !matching.isEmpty }

  /// Those of `found` that are removed.
  func chosen(of found: [Int], using generator: inout SeededGenerator) -> [Int] {
    wanted.map { which.choose($0, of: found, using: &generator) } ?? found
  }
}

public struct RemoveNodes: Removal {
  /// Nil for those that `matching` and `count` select.
  public var nodes: NodeNames?
  public var matching: [String: String] = [:]
  public var count: Int?
  public var which = Selection.random

  public init() {}

  public static let manual = Manual<Self>(
    "remove-nodes",
    "Removes nodes with their edges: those that are named, those with certain attributes, or some.",
    parameters: [
      Parameter(
        "nodes", \.nodes, "Their labels, ids or numbers.",
        defaultDescription: "those that `where` and `count` select", example: "[0, 3]")
    ]
      + selection(
        "nodes", max: 1_000_000,
        "Attributes that they have, such as {group: 2}: of the graph file, or label, id, group or degree."
      ), shorthand: "nodes")

  static let named = "nodes"
  var isNamed: Bool { nodes != nil }
  public var changesNodes: Bool { true }

  public func check(in plan: inout EventPlan) throws {
    let named = nodes ?? []
    try plan.check(named, "nodes")
    try plan.checkRemovals(of: named)
    let found = try plan.graph.nodes(with: matching)
    if !plan.isChanged {
      let distinct = Set(named.names.compactMap { plan.graph.node(named: $0) }).count
      try check(found: found.count, named: distinct, of: plan.graph.nodeCount)
    }
  }

  private func check(found: Int, named: Int, of all: Int) throws(ParameterError) {
    try check(found, "node")
    guard (isNamed ? named : wanted ?? found) < all else {
      throw ParameterError(
        "no node would be left; keep at least one",
        parameter: isNamed ? "nodes" : count == nil ? "where" : "count")
    }
  }

  public func act(on layout: RunningLayout, using generator: inout SeededGenerator) throws {
    let named = Set(try (nodes?.names ?? []).map(layout.existingNode))
    let found = try layout.graph.nodes(with: matching)
    try check(found: found.count, named: named.count, of: layout.nodes.count)
    let chosen = isNamed ? [] : chosen(of: found, using: &generator)
    try layout.remove(nodes: named.union(chosen.map { layout.nodes[$0] }))
  }
}

public struct RemoveEdges: Removal {
  /// Nil for those that `matching` and `count` select.
  public var edges: NodePairs?
  public var matching: [String: String] = [:]
  public var count: Int?
  public var which = Selection.random

  public init() {}

  public static let manual = Manual<Self>(
    "remove-edges", "Removes edges: between given nodes, those with certain attributes, or some.",
    parameters: [
      Parameter(
        "edges", \.edges, "Pairs of labels, ids or numbers of nodes.",
        defaultDescription: "those that `where` and `count` select", example: "[[0, 1]]")
    ]
      + selection(
        "edges", max: 1_000_000_000, "Attributes that they have, such as {weight: 1}."),
    shorthand: "edges")

  static let named = "edges"
  var isNamed: Bool { edges != nil }
  public var changesGraph: Bool { true }

  public func check(in plan: inout EventPlan) throws {
    try Self.check(plan.ends(of: edges, to: "remove", undoneBy: "add-edges"))
    let found = try plan.graph.edges(with: matching)
    if !plan.isChanged { try check(found.count, "edge") }
  }

  private static func check(_ ends: [NodePairs.Ends]) throws(ParameterError) {
    for (index, (names, _, edge)) in ends.enumerated() where edge == nil {
      throw ParameterError(
        "no edge joins '\(names[0])' and '\(names[1])'", parameter: "edges.\(index)")
    }
  }

  public func act(on layout: RunningLayout, using generator: inout SeededGenerator) throws {
    if let edges {
      let ends = try layout.ends(of: edges)
      try Self.check(ends)
      _ = try layout.remove(places: [], edges: Set(ends.compactMap(\.edge)))
      return
    }
    let found = try layout.graph.edges(with: matching)
    try check(found.count, "edge")
    _ = try layout.remove(places: [], edges: Set(chosen(of: found, using: &generator)))
  }
}

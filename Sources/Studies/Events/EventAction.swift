import ForceLabGraphs
import ForceLabPlugins

/// What an event does.
public protocol EventAction: Plugin {
  /// Whether it adds or removes nodes or edges; false by default.
  var changesGraph: Bool { get }
  /// Whether it adds or removes nodes; false by default.
  var changesNodes: Bool { get }
  /// The nodes that it adds; 0 by default.
  var addedNodes: Int { get }
  /// Whether it uses attributes of nodes or edges that the graph file may have; false by default.
  var usesAttributes: Bool { get }
  /// Throws, before anything runs, if it cannot work. May change `plan` as the action changes the layout. By default does
  /// nothing.
  func check(in plan: inout EventPlan) throws
  /// Does it. Random choices have to use `generator`. An error ends the trial.
  func act(on layout: RunningLayout, using generator: inout SeededGenerator) throws
}

extension PluginKind {
  public static let eventAction = PluginKind(
    "event action", "Change a running layout, at the time of an event.")
}

extension EventAction {
  public static var kind: PluginKind { .eventAction }
  public var changesGraph: Bool { changesNodes }
  public var changesNodes: Bool { false }
  public var addedNodes: Int { 0 }
  public var usesAttributes: Bool { false }
  public func check(in plan: inout EventPlan) throws {}
}

/// What is known of a layout at the time of an event, before anything runs.
public struct EventPlan {
  /// The study with the values that earlier events set.
  public internal(set) var study: LayoutStudy
  /// The graph at the start.
  public let graph: Graph
  /// Whether earlier events may have added or removed nodes or edges.
  public internal(set) var isChanged = false
  /// How often the event happens.
  var count = 1
  /// How many nodes all events add.
  let addedCount: Int
  /// Their labels, and how many of them get each.
  private let addedLabels: [String: Int]
  /// Where their ids begin.
  private let firstNewID: Int
  /// The names of the actions of all events.
  private let actions: Set<String>
  /// Whether an action that is not of this module changes the graph, so that any name may come to exist.
  private let isOpen: Bool

  private static let graphActions: Set = ["add-nodes", "remove-nodes", "add-edges", "remove-edges"]

  /// The plan at the start.
  init(_ study: LayoutStudy, on graph: Graph) {
    (self.study, self.graph) = (study, graph)
    firstNewID = RunningLayout.nextID(of: graph)
    let all = study.events.flatMap { event in
      event.actions.map { (count: event.count, action: $0) }
    }
    addedCount = all.reduce(0) { $0 + $1.count * $1.action.addedNodes }
    let labels = all.flatMap { count, action in
      ((action as? AddNodes)?.labels ?? []).map { ($0, count) }
    }
    addedLabels = Dictionary(labels, uniquingKeysWith: +)
    actions = Set(all.map { $0.action.name })
    isOpen = all.contains { $0.action.changesGraph && !Self.graphActions.contains($0.action.name) }
  }

  /// Throws if no node can have the name at the time.
  public func checkNode(_ name: String, _ parameter: String) throws(ParameterError) {
    if isChanged, isOpen || addedNodes(named: name) > 0 { return }
    _ = try graph.existingNode(named: name, parameter, besides: addedLabels.keys.sorted())
  }

  func check(_ nodes: NodeNames, _ parameter: String) throws(ParameterError) {
    for (index, name) in nodes.names.enumerated() { try checkNode(name, "\(parameter).\(index)") }
  }

  /// At most how many nodes that events add can have the name.
  private func addedNodes(named name: String) -> Int {
    let number = Int(name) ?? -1
    let isNew = [graph.nodeCount, firstNewID].contains { $0..<$0 + addedCount ~= number }
    return addedLabels[name, default: 0] + (isNew ? 1 : 0)
  }

  /// At most how many nodes can have the name, one after another. Cost: linear in the nodes.
  private func nodes(named name: String) -> Int {
    guard !isOpen else { return .max }
    let named = (0..<graph.nodeCount).count {
      graph.labels?[$0] == name || graph.ids?.texts[$0] == name
    }
    return max(named, graph.node(named: name) == nil ? 0 : 1) + addedNodes(named: name)
  }

  /// Throws if the event removes nodes of one name more often than there can be such nodes.
  func checkRemovals(of nodes: NodeNames) throws(ParameterError) {
    guard count > 1 else { return }
    for (index, name) in nodes.names.enumerated() {
      let most = self.nodes(named: name)
      if most < count { throw tooOften("remove '\(name)'", most, "nodes.\(index)") }
    }
  }

  private func tooOften(_ what: String, _ most: Int, _ parameter: String) -> ParameterError {
    let times = most == 1 ? "once" : "\(most) times"
    return ParameterError(
      "the event happens \(count) times, but can \(what) only \(times); let it happen \(times)",
      parameter: parameter)
  }

  /// The ends of the edges that an action does `verb` to; none if the graph may have changed. Throws if a node cannot
  /// exist, or if the event repeats what only the action `inverse` would undo.
  func ends(
    of edges: NodePairs?, to verb: String, undoneBy inverse: String
  ) throws(ParameterError) -> [NodePairs.Ends] {
    guard let edges else { return [] }
    for (index, pair) in edges.pairs.enumerated() {
      for name in pair { try checkNode(name, "edges.\(index)") }
      if count > 1, !actions.contains(inverse), pair.allSatisfy({ nodes(named: $0) == 1 }) {
        throw tooOften(
          "\(verb) the edge between '\(pair[0])' and '\(pair[1])'", 1, "edges.\(index)")
      }
    }
    guard !isChanged else { return [] }
    return try edges.ends(in: graph) { name throws(ParameterError) in
      try graph.existingNode(named: name, "edges")
    }
  }

  /// A property of the nodes that is their degree whenever the event happens, and cannot be 0; nil if there is none.
  var traitOfDegree: String? {
    guard actions.isSubset(of: Self.graphActions.union(["reheat", "pin", "unpin"])),
      graph.nodeAttributes.values["degree"] == nil
    else { return nil }
    let nodes = study.nodes
    return nodes.all.first { $0.value == .attribute("degree") && !$0.bounds.contains(0) }?.name
      ?? (nodes.size?.attributeNames.contains("degree") == true ? "size" : nil)
  }

  /// Sets the value at `path`. Throws if it does not fit the study or its graph, once for all events.
  mutating func set(_ path: String, to value: AnyValue, moving: Bool = false) throws {
    let before = study
    study = try study.settingInEvent(path, to: value, moving: moving)
    guard !isChanged else { return }
    for problem in study.problemsOfForces(on: graph)
    where !before.problemsOfForces(on: graph).contains(where: { "\($0)" == "\(problem)" }) {
      throw problem
    }
  }
}

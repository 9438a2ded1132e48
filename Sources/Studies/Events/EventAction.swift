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
  /// Whether an earlier event, or the same one at an earlier time, adds or removes nodes or edges.
  public internal(set) var isChanged = false

  /// Throws if no node can have the name at the time.
  public func checkNode(_ name: String, _ parameter: String) throws(ParameterError) {
    if !isChanged { _ = try graph.existingNode(named: name, parameter) }
  }

  /// The names and numbers of the ends of `edges`, and the edge between them; none if the graph may have changed.
  func ends(of edges: NodePairs?) throws -> [(names: [String], nodes: [Int], edge: Int?)] {
    guard let pairs = edges?.pairs, !isChanged else { return [] }
    let nodes = try pairs.map { try $0.map { try graph.existingNode(named: $0, "edges") } }
    let found = graph.edges(between: nodes.map { ($0[0], $0[1]) })
    return pairs.indices.map { (pairs[$0], nodes[$0], found[$0]) }
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

  /// Throws unless `point` has one coordinate per axis.
  public func checkPoint(_ point: [Double], _ parameter: String) throws(ParameterError) {
    try study.checkPoint(point, parameter)
  }
}

extension LayoutStudy {
  /// Throws unless `point` has one coordinate per axis.
  func checkPoint(_ point: [Double], _ parameter: String) throws(ParameterError) {
    guard point.count != dimensions else { return }
    throw ParameterError(
      "'\(parameter)' has \(point.count) coordinates, but the layout has \(dimensions) dimensions",
      parameter: parameter)
  }
}

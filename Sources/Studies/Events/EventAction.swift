import ForceLabGraphs
import ForceLabMechanics
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
  /// Throws if it cannot work in a layout, before anything runs. May change `plan` as the action
  /// changes the layout. By default does nothing.
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
    guard !isChanged, graph.node(named: name) == nil else { return }
    let hint = suggestion(for: name, among: graph.labels ?? [])
    throw ParameterError(
      "the graph has no node '\(name)'; "
        + (hint.isEmpty ? "its nodes are numbered 0 to \(graph.nodeCount - 1)" : hint),
      parameter: parameter)
  }

  /// Throws unless `point` has one coordinate per axis.
  public func checkPoint(_ point: [Double], _ parameter: String) throws(ParameterError) {
    guard point.count == study.dimensions else {
      throw ParameterError(
        "'\(parameter)' has \(point.count) coordinates, but the layout has \(study.dimensions) "
          + "dimensions", parameter: parameter)
    }
  }
}

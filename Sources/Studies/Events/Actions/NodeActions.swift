import ForceLabMechanics
import ForceLabPlugins

public struct Reheat: EventAction {
  public var alpha = 1.0

  public init() {}

  public static let manual = Manual<Self>(
    "reheat",
    "Raises alpha, by which cooling integrators multiply forces or limit steps, so that nodes move again.",
    parameters: [
      Parameter(
        "alpha", \.alpha, within: Bounds(0...1000),
        "The new alpha, unless it is higher already: 1 for a new layout, 0.3 for a small change.")
    ], shorthand: "alpha", source: "d3-force, simulation.alpha()")

  public func act(on layout: RunningLayout, using generator: inout SeededGenerator) throws {
    try layout.reheat(to: alpha)
  }
}

public struct PinNodes: EventAction {
  public var nodes = NodeNames()
  public var at: [Double] = []

  public init() {}

  public static let manual = Manual<Self>(
    "pin", "Holds nodes at a position until 'unpin' releases them.",
    parameters: [
      Parameter(
        "nodes", \.nodes, "Their labels, ids or numbers.", isRequired: true, example: "0"),
      Parameter("at", \.at, unit: "px", "The position.", defaultDescription: "where they are"),
    ], shorthand: "nodes")

  public func check(in plan: inout EventPlan) throws {
    try plan.check(nodes, "nodes")
    try checkPoint(at, "at", dimensions: plan.study.dimensions)
  }

  public func act(on layout: RunningLayout, using generator: inout SeededGenerator) throws {
    try layout.pin(nodes.names.map(layout.existingNode), at: at.isEmpty ? nil : at)
  }
}

public struct UnpinNodes: EventAction {
  public var nodes = NodeNames()

  public init() {}

  public static let manual = Manual<Self>(
    "unpin", "Releases pinned nodes.",
    parameters: [
      Parameter("nodes", \.nodes, "Their labels, ids or numbers.", isRequired: true, example: "0")
    ], shorthand: "nodes")

  public func check(in plan: inout EventPlan) throws {
    try plan.check(nodes, "nodes")
  }

  public func act(on layout: RunningLayout, using generator: inout SeededGenerator) throws {
    try layout.unpin(nodes.names.map(layout.existingNode))
  }
}

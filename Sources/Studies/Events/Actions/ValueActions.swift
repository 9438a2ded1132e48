import ForceLabPlugins
import ForceLabSettings

/// An action that gives values of the study others.
protocol ValueAction: EventAction {
  var targets: [(path: String, value: AnyValue)] { get }
}

public struct SetValues: ValueAction {
  public var values = PathValues()

  public init() {}

  public static let manual = Manual<Self>(
    "set",
    "Sets values by their paths: of forces, integrator, repulsion, nodes or stop. The layout continues "
      + "with the new values; alpha does not change.",
    parameters: [
      Parameter(
        "values", \.values, "Paths to values.", isRequired: true,
        example: "{forces.many-body.strength: -50}")
    ], shorthand: "values", takesMappings: true)

  var targets: [(path: String, value: AnyValue)] { values.all.map { ($0.key, $0.value) } }

  public func check(in plan: inout EventPlan) throws {
    for (path, value) in targets {
      do {
        try plan.set(path, to: value)
      } catch let error as ParameterError {
        // It may be in a part of the value, or in what no longer fits it.
        let part = error.parameter.flatMap { $0.hasPrefix(path + ".") ? $0 : nil }
        throw ParameterError(error.message, parameter: "values.\(part ?? path)")
      }
    }
  }

  public func act(on layout: RunningLayout, using generator: inout SeededGenerator) throws {
    for (path, value) in targets { try layout.set(path, to: value) }
  }
}

struct MoveValue: ValueAction {
  var path = ""
  var to = AnyValue()
  var over = 0

  static let manual = Manual<Self>(
    "move",
    "Moves a number, or a list of numbers such as a center, to another value in equal steps. "
      + "Whole numbers are rounded.",
    parameters: [
      Parameter(
        "path", \.path, "Path of the value.", isRequired: true, example: "forces.center.at"),
      Parameter("to", \.to, "The last value.", isRequired: true, example: "[200, 150]"),
      Parameter(
        "over", \.over, within: Bounds(0...1_000_000), unit: "ticks",
        "Duration. The layout cannot settle before its end."),
    ])

  var targets: [(path: String, value: AnyValue)] { [(path, to)] }

  func check(in plan: inout EventPlan) throws {
    do {
      try plan.set(path, to: to, moving: true)
    } catch let error as ParameterError {
      throw ParameterError(error.message, parameter: error.parameter == "to" ? "to" : "path")
    }
  }

  func act(on layout: RunningLayout, using generator: inout SeededGenerator) throws {
    try layout.move(path, to: to, over: over)
  }
}

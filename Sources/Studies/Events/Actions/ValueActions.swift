import ForceLabPlugins
import ForceLabSettings

/// Values by their paths, with what is needed to decode them while a layout runs.
public struct PathValues: ParameterValue {
  public var values: [(path: String, value: SettingsNode)] = []
  /// The plugins that the values can name; nil for those of ForceLab.
  var catalog: Catalog?
  var folder = "."

  public init(_ values: [(path: String, value: SettingsNode)] = []) { self.values = values }

  public static func form(within bounds: Bounds) -> ValueForm { .map(.any) }

  public static func decode(_ node: SettingsNode, as slot: Slot, by decoder: inout ParameterDecoder)
    -> PathValues?
  {
    let content = "paths to values, such as {forces.many-body.strength: -50}"
    guard let entries = decoder.entries(of: node, named: slot.name, mapping: content) else {
      return nil
    }
    var values = PathValues()
    (values.catalog, values.folder) = (decoder.catalog, decoder.folder)
    values.values = entries.map { ($0.key, $0.value) }
    return values
  }

  public func encoded() -> SettingsNode { .mapping(of: values.map { ($0.path, $0.value) }) }
  public var swiftCode: String { "PathValues()" }
}

/// Sets values.
public struct SetValues: EventAction {
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

  public func check(in plan: inout EventPlan) throws {
    for (path, value) in values.values {
      plan.study = try plan.study.settingInEvent(
        path, to: value, in: values.catalog ?? .graphStudies, folder: values.folder)
    }
  }

  public func act(on layout: RunningLayout, using generator: inout SeededGenerator) throws {
    for (path, value) in values.values {
      try layout.set(path, to: value, in: values.catalog ?? .graphStudies, folder: values.folder)
    }
  }
}

/// Moves a value to another.
public struct MoveValue: EventAction {
  public var path = ""
  public var to = AnyValue()
  public var over = 0

  public init() {}

  public static let manual = Manual<Self>(
    "move",
    "Moves a number, or a list of numbers such as a center, to another value in equal steps.",
    parameters: [
      Parameter(
        "path", \.path, "Path of the value.", isRequired: true,
        example: "forces.center.at"),
      Parameter("to", \.to, "The last value.", isRequired: true, example: "[200, 150]"),
      Parameter(
        "over", \.over, within: Bounds(0...1_000_000), unit: "ticks",
        "Duration. The layout cannot settle before its end."),
    ])

  public func check(in plan: inout EventPlan) throws {
    do {
      plan.study = try plan.study.settingInEvent(
        path, to: to.node, in: to.catalog ?? .graphStudies, folder: to.folder, moving: true)
    } catch let error as ParameterError {
      throw ParameterError(error.message, parameter: error.parameter == "to" ? "to" : "path")
    }
  }

  public func act(on layout: RunningLayout, using generator: inout SeededGenerator) throws {
    try layout.move(
      path, to: to.node, over: over, in: to.catalog ?? .graphStudies, folder: to.folder)
  }
}

import ForceLabPlugins
import ForceLabSettings

/// The parameters that a manifest declares, in its order.
package struct EngineParameters: ParameterValue {
  package var all: [(name: String, declaration: EngineParameter)] = []

  package init() {}

  package static func form(within bounds: Bounds) -> ValueForm {
    .map(.record(EngineParameter.page))
  }

  package static func decode(
    _ node: SettingsNode, as slot: Slot, by decoder: inout ParameterDecoder
  ) -> Self? {
    let content =
      "names to parameters, such as {iterations: {type: integer, minimum: 1, default: 100}}"
    guard let entries = decoder.entries(of: node, named: slot.name, mapping: content) else {
      return nil
    }
    var parameters = Self()
    for entry in entries {
      guard EngineManifest.isName(entry.key) else {
        decoder.error(
          "invalid name '\(entry.key)' of a parameter; use small letters, digits and -",
          at: entry.keyLocation)
        continue
      }
      if var declaration = decoder.decode(EngineParameter.self, from: entry.value) {
        declaration.checkDefault(of: entry.key, &decoder)
        parameters.all.append((entry.key, declaration))
      }
    }
    return parameters.all.count == entries.count ? parameters : nil
  }

  package func encoded() -> SettingsNode {
    .mapping(of: all.map { ($0.name, $0.declaration.encoded()) })
  }

  package var swiftCode: String { encoded().flowText }
}

/// A parameter of an engine.
package struct EngineParameter: Record {
  package enum Kind: String, Choice {
    case number, integer, boolean, text
  }

  package var kind = Kind.number
  package var choices: [String] = []
  package var minimum: Double?
  package var maximum: Double?
  /// Null if the engine has a default of its own.
  package var defaultValue = AnyValue()
  package var unit = ""
  package var text = ""

  package init() {}

  package static let manual = Manual<Self>(
    "parameter", "A parameter of an engine.",
    parameters: [
      Parameter("type", \.kind, "The type of its values."),
      Parameter("choices", \.choices, "The values that a text may have."),
      Parameter("minimum", \.minimum, "The least number.", defaultDescription: "none"),
      Parameter("maximum", \.maximum, "The greatest number.", defaultDescription: "none"),
      Parameter(
        "default", \.defaultValue, "The value if an experiment gives none.",
        defaultDescription: "that of the engine"),
      Parameter("unit", \.unit, "The unit of numbers, such as px."),
      Parameter("text", \.text, "What it means, in one sentence."),
    ])

  package func check() throws(ParameterError) {
    guard minimum ?? -.infinity <= maximum ?? .infinity else {
      throw ParameterError("'minimum' is above 'maximum'; swap them", parameter: "minimum")
    }
  }

  /// The type of values, with the words of a choice.
  package var declared: DeclaredType {
    guard choices.isEmpty else { return .choice(choices) }
    return switch kind {
    case .number: .number
    case .integer: .integer
    case .boolean: .boolean
    case .text: .text
    }
  }

  package var bounds: Bounds {
    switch (minimum, maximum) {
    case (nil, nil): .finite
    case (let lower?, nil): Bounds(lower...)
    case (nil, let upper?): Bounds(...upper)
    case (let lower?, let upper?): Bounds(lower...upper)
    }
  }

  /// Reports a default that is not a value of the parameter.
  fileprivate mutating func checkDefault(of name: String, _ decoder: inout ParameterDecoder) {
    guard !defaultValue.node.isNull else { return }
    let slot = Slot(name: name, bounds: bounds)
    if let value = declared.decode(defaultValue.node, as: slot, by: &decoder) {
      defaultValue.node = value
    }
  }
}

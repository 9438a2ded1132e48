import ForceLabSettings

/// The parameters that a file declares, in its order.
package struct DeclaredParameters: ParameterValue {
  package var all: [(name: String, declaration: DeclaredParameter)] = []

  package init() {}

  package static func form(within bounds: Bounds) -> ValueForm {
    .map(.record(DeclaredParameter.page))
  }

  package static func decode(
    _ node: SettingsNode, as slot: Slot, by decoder: inout ParameterDecoder
  ) -> Self? {
    let entries = Entries<DeclaredParameter>.decode(node, as: slot, by: &decoder)
    guard let entries else { return nil }
    var parameters = Self()
    for var entry in entries.all {
      guard Self.isName(entry.key) else {
        decoder.error(
          "invalid name '\(entry.key)' of a parameter; use small letters, digits and -",
          at: entry.location)
        continue
      }
      entry.value.checkDefault(of: entry.key, &decoder)
      parameters.all.append((entry.key, entry.value))
    }
    for (name, declaration) in parameters.all {
      guard let condition = declaration.condition else { continue }
      parameters.check(condition, of: name, at: node[name]?["when"] ?? node, &decoder)
    }
    return parameters.all.count == node.mapping?.entries.count ? parameters : nil
  }

  /// Reports a condition on an unknown parameter, or on values that a parameter cannot have.
  package func check(
    _ condition: EffectCondition, of name: String, at node: SettingsNode,
    _ decoder: inout ParameterDecoder
  ) {
    for entry in condition.all {
      let other = entry.key
      let known = all.map(\.name).filter { $0 != name }
      guard known.contains(other),
        let declaration = all.first(where: { $0.name == other })?.declaration
      else {
        decoder.error(
          "'\(name)' depends on '\(other)', which is not another parameter; "
            + advice(for: other, among: known), at: node.location)
        continue
      }
      for value in entry.allowed { _ = declaration.decode(value, named: other, by: &decoder) }
    }
  }

  package static func isName(_ text: String) -> Bool {
    text.first.map { $0.isASCII && $0.isLowercase } == true
      && text.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-") }
  }

  package func encoded() -> SettingsNode {
    .mapping(of: all.map { ($0.name, $0.declaration.encoded()) })
  }

  package var defaults: [String: SettingsNode] {
    Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0.declaration.defaultValue.node) })
      .filter { !$0.value.isNull }
  }

  /// The parameters of an owner that keeps their values by name in `values`, as the experiment has them.
  /// `missing` describes a default that the file does not give.
  package func parameters<Owner>(
    _ values: PropertyPath<Owner, [String: SettingsNode]>, missing: String
  ) -> [Parameter<Owner>] {
    all.map { name, declaration in
      Parameter(
        name, declaration.form, unit: declaration.unit, declaration.text,
        defaultDescription: declaration.defaultValue.node.isNull ? missing : nil,
        property: values,
        decode: { node, owner, decoder in
          let shownName = decoder.bareName ?? name
          guard let value = declaration.decode(node, named: shownName, by: &decoder) else { return }
          owner[keyPath: values][name] = value
        }, encode: { $0[keyPath: values][name] ?? .scalar("null") },
        copy: { $1[keyPath: values][name] = $0[keyPath: values][name] }
      ).effective(when: declaration.condition)
    }
  }
}

package struct DeclaredParameter: Record {
  package enum ValueType: String, Choice {
    case number, integer, boolean, text
  }

  package var type = ValueType.number
  package var choices: [String] = []
  package var minimum: Double?
  package var above: Double?
  package var maximum: Double?
  /// Null if the file gives none.
  package var defaultValue = AnyValue()
  package var unit = ""
  package var text = ""
  package var condition: EffectCondition?

  package init() {}

  package static let manual = Manual<Self>(
    "parameter", "A parameter that a file declares.",
    parameters: [
      Parameter("type", \.type, "The type of its values."),
      Parameter("choices", \.choices, "The values that a text may have."),
      Parameter("minimum", \.minimum, "The minimum of a number.", defaultDescription: "none"),
      Parameter(
        "above", \.above, "A lower bound that a number must exceed.", defaultDescription: "none"),
      Parameter("maximum", \.maximum, "The maximum of a number.", defaultDescription: "none"),
      Parameter(
        "default", \.defaultValue, "The value if an experiment gives none.",
        defaultDescription: "that of the engine"),
      Parameter("unit", \.unit, "The unit of numbers, such as px."),
      Parameter("text", \.text, "What it means, in one sentence."),
      Parameter(
        "when", \.condition,
        "The other parameters and the values that they must have for this one to have an effect. An "
          + "experiment that sets it beside others has an error.",
        defaultDescription: "always", example: "{layout: sparse}"),
    ])

  package func check() throws(ParameterError) {
    guard minimum ?? -.infinity <= maximum ?? .infinity else {
      throw ParameterError("'minimum' is above 'maximum'; swap them", parameter: "minimum")
    }
    guard above == nil || minimum == nil else {
      throw ParameterError("use 'minimum' or 'above', not both", parameter: "above")
    }
    guard above ?? -.infinity < maximum ?? .infinity else {
      throw ParameterError("'above' is not below 'maximum'; change one of them", parameter: "above")
    }
  }

  private var bounds: Bounds {
    Bounds(
      lower: above ?? minimum ?? -.infinity, upper: maximum ?? .infinity,
      excludesLower: above != nil)
  }

  private var valueType: any ParameterValue.Type {
    switch type {
    case .number: Double.self
    case .integer: Int.self
    case .boolean: Bool.self
    case .text: String.self
    }
  }

  fileprivate var form: ValueForm {
    choices.isEmpty ? valueType.form(within: bounds) : .choice(choices)
  }

  /// The value of `node` in its plainest spelling; nil after reporting an error.
  fileprivate func decode(
    _ node: SettingsNode, named name: String, by decoder: inout ParameterDecoder
  ) -> SettingsNode? {
    let slot = Slot(name: name, bounds: bounds, unit: unit)
    return choices.isEmpty
      ? valueType.decode(node, as: slot, by: &decoder)?.encoded()
      : decoder.word(node, slot, among: choices)?.encoded()
  }

  /// Reports a default that is not a value of the parameter.
  fileprivate mutating func checkDefault(of name: String, _ decoder: inout ParameterDecoder) {
    guard !defaultValue.node.isNull else { return }
    if let value = decode(defaultValue.node, named: name, by: &decoder) {
      defaultValue.node = value
    }
  }
}

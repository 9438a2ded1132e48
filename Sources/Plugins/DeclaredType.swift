import ForceLabSettings

/// The type of a parameter that a file declares.
public enum DeclaredType: Hashable, Sendable {
  case number, integer, boolean, text
  case choice([String])

  func form(within bounds: Bounds) -> ValueForm {
    switch self {
    case .number: .number(bounds)
    case .integer: .integer(bounds)
    case .boolean: .boolean
    case .text: .text
    case .choice(let words): .choice(words)
    }
  }

  /// The value of `node` in its plainest spelling; nil after reporting an error.
  package func decode(_ node: SettingsNode, as slot: Slot, by decoder: inout ParameterDecoder)
    -> SettingsNode?
  {
    switch self {
    case .number: Double.decode(node, as: slot, by: &decoder)?.encoded()
    case .integer: Int.decode(node, as: slot, by: &decoder)?.encoded()
    case .boolean: Bool.decode(node, as: slot, by: &decoder)?.encoded()
    case .text: String.decode(node, as: slot, by: &decoder)?.encoded()
    case .choice(let words): decoder.word(node, slot, among: words)?.encoded()
    }
  }
}

extension ParameterDecoder {
  /// The text of `node`, which must be one of `words`; nil after reporting an error.
  mutating func word(_ node: SettingsNode, _ slot: Slot, among words: [String]) -> String? {
    if let word = node.scalar?.text, words.contains(word) { return word }
    let hint = node.scalar.map { suggestion(for: $0.text, among: words) } ?? ""
    let expected =
      words.count == 1 ? "'\(words[0])'" : "one of \(words.joined(separator: ", "))"
    return mismatch(node, slot, expected: expected, hint: hint)
  }
}

extension Parameter {
  /// A parameter that a file declares. Its value is kept by its name, as the experiment has it; it is
  /// missing if neither the experiment nor the file gives one.
  public init(
    declared name: String, _ values: PropertyPath<Owner, [String: SettingsNode]>,
    as type: DeclaredType, within bounds: Bounds = .finite, unit: String = "", _ text: String,
    defaultDescription: String? = nil
  ) {
    self.init(
      name, type.form(within: bounds), unit: unit, text, defaultDescription: defaultDescription,
      property: values,
      decode: { node, owner, decoder in
        let slot = Slot(name: decoder.bareName ?? name, bounds: bounds)
        guard let value = type.decode(node, as: slot, by: &decoder) else { return }
        owner[keyPath: values][name] = value
      }, encode: { $0[keyPath: values][name] ?? .scalar("null") },
      swiftCode: { $0[keyPath: values][name]?.flowText ?? "nil" },
      copy: { $1[keyPath: values][name] = $0[keyPath: values][name] })
  }
}

import ForceLabSettings

/// When a parameter has an effect: if each of some other parameters has one of some values. Written as
/// `{layout: sparse}` or `{layout: [fr, kk]}`.
package struct EffectCondition: ParameterValue {
  package var values: [(parameter: String, allowed: [SettingsNode])] = []

  package init() {}

  package static func form(within bounds: Bounds) -> ValueForm { .map(.any) }

  package static func decode(
    _ node: SettingsNode, as slot: Slot, by decoder: inout ParameterDecoder
  ) -> Self? {
    let example = "{layout: sparse}"
    guard
      let entries = decoder.entries(of: node, as: slot, mapping: "parameters to values", example)
    else { return nil }
    var condition = Self()
    condition.values = entries.map { ($0.key, $0.value.sequence ?? [$0.value]) }
    return condition
  }

  package func encoded() -> SettingsNode {
    .mapping(
      of: values.map {
        ($0.parameter, $0.allowed.count == 1 ? $0.allowed[0] : .sequence($0.allowed))
      })
  }

  /// “`layout` is fr or kk”.
  package var words: String {
    values.map { "`\($0.parameter)` is \(Self.words($0.allowed))" }.joined(separator: " and ")
  }

  /// Why `parameter` has no effect beside the others, which have the values `value`; nil if it has one.
  func problem(of parameter: String, _ value: (String) -> SettingsNode?) -> String? {
    let unmet = values.first { other in
      guard let found = value(other.parameter) else { return true }
      return !other.allowed.contains { $0.hasSameContent(as: found) }
    }
    return unmet.map {
      let found = value($0.parameter).map { $0.isNull ? "not set" : $0.flowText } ?? "not set"
      return "'\(parameter)' has no effect, because '\($0.parameter)' is \(found); "
        + "remove it or set '\($0.parameter)' to \(Self.words($0.allowed))"
    }
  }

  private static func words(_ nodes: [SettingsNode]) -> String {
    nodes.map(\.flowText).listed("or")
  }
}

/// A parameter that an experiment sets and that has an effect only beside certain values of others.
package struct ConditionalSetting: Sendable {
  package let name: String
  /// Of its value.
  package let location: Location
  /// Why it has no effect; nil if it has one.
  package let problem: String?

  package func isOf(_ entry: Mapping.Entry) -> Bool {
    entry.key == name && entry.value.location == location
  }
}

import ForceLabSettings

/// When a parameter has an effect: if each of some other parameters has one of some values. Written as
/// `{layout: sparse}` or `{layout: [fr, kk]}`.
package typealias EffectCondition = PathValues

extension PathValues.Entry {
  /// The value, or those of a list.
  package var allowed: [SettingsNode] { value.node.sequence ?? [value.node] }

  /// Whether `other` is one of them, in any spelling: words may be like numbers, such as the choice 2.
  package func isMet(by other: SettingsNode) -> Bool {
    allowed.contains { one in
      if one.hasSameContent(as: other) { return true }
      guard let a = one.scalar, let b = other.scalar else { return false }
      return a.text == b.text || a.number != nil && a.number == b.number
    }
  }
}

extension EffectCondition {
  /// “`layout` is fr or kk”.
  package var words: String {
    all.map { "`\($0.key)` is \(Self.words($0.allowed))" }.joined(separator: " and ")
  }

  /// Why `parameter` has no effect beside the others, which have the values `value`; nil if it has one.
  func problem(of parameter: String, _ value: (String) -> SettingsNode?) -> String? {
    let unmet = all.first { value($0.key).map($0.isMet) != true }
    return unmet.map {
      let found = value($0.key).map { $0.isNull ? "not set" : $0.flowText } ?? "not set"
      return "'\(parameter)' has no effect, because '\($0.key)' is \(found); "
        + "remove it or set '\($0.key)' to \(Self.words($0.allowed))"
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

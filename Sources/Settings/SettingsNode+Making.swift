extension Location {
  /// The place of a node that was made in code.
  public static let generated = Location(file: "<generated>")
}

extension Scalar {
  /// The scalar that means `value`; text is quoted only where it would else mean something else.
  public init(value: Value) {
    switch value {
    case .null: self.init("null")
    case .bool(let value): self.init(value ? "true" : "false")
    case .int(let value): self.init(String(value))
    case .float(let value): self.init(Self.spelling(of: value))
    case .string(let text):
      let plain = Scalar(text)
      self = plain.value == value ? plain : Scalar(text, style: .quoted)
    }
  }

  /// The shortest spelling that reads back as the same float, and never as an int.
  package static func spelling(of value: Double) -> String {
    if value.isNaN { return ".nan" }
    if value.isInfinite { return value < 0 ? "-.inf" : ".inf" }
    return "\(value)"
  }
}

extension SettingsNode {
  /// A scalar of `text`; if plain, its text decides what it means.
  public static func scalar(
    _ text: String, style: Scalar.Style = .plain, at location: Location = .generated
  ) -> SettingsNode {
    SettingsNode(.scalar(Scalar(text, style: style)), at: location)
  }

  /// A scalar that means `value`.
  public static func scalar(
    _ value: Scalar.Value, at location: Location = .generated
  ) -> SettingsNode {
    SettingsNode(.scalar(Scalar(value: value)), at: location)
  }

  /// A list of `items`.
  public static func sequence(_ items: [SettingsNode], at location: Location = .generated)
    -> SettingsNode
  {
    SettingsNode(.sequence(items), at: location)
  }

  /// A mapping of `entries` in their order; their keys must differ.
  public static func mapping(
    _ entries: KeyValuePairs<String, SettingsNode>, at location: Location = .generated
  ) -> SettingsNode {
    mapping(of: entries.map { ($0.key, $0.value) }, at: location)
  }

  /// A mapping of `entries` in their order; their keys must differ.
  public static func mapping(
    of entries: [(key: String, value: SettingsNode)], at location: Location = .generated
  ) -> SettingsNode {
    let entries = entries.map {
      Mapping.Entry(key: $0.key, keyLocation: $0.value.location, value: $0.value)
    }
    return SettingsNode(.mapping(Mapping(entries)), at: location)
  }
}

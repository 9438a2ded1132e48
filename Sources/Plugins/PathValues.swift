import ForceLabSettings

/// Values by their paths, in the order of the file.
public struct PathValues: ParameterValue {
  public var values: [(path: String, value: AnyValue)]

  public init(_ values: [(path: String, value: AnyValue)] = []) { self.values = values }

  public static func form(within bounds: Bounds) -> ValueForm { .map(.any) }

  public static func decode(_ node: SettingsNode, as slot: Slot, by decoder: inout ParameterDecoder)
    -> PathValues?
  {
    let example = "{forces.many-body.strength: -50}"
    return decoder.entries(of: node, as: slot, mapping: "paths to values", example).map { entries in
      PathValues(entries.map { ($0.key, AnyValue($0.value, of: decoder)) })
    }
  }

  public func encoded() -> SettingsNode { .mapping(of: values.map { ($0.path, $0.value.node) }) }
}

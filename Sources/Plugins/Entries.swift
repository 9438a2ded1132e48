import ForceLabSettings

/// A mapping of keys, such as paths of parameters, to values, in the order of the file.
public struct Entries<Value: ParameterValue>: ParameterValue {
  public struct Entry: Sendable {
    public let key: String
    /// Of the key.
    public let location: Location
    public var value: Value

    public init(_ key: String, _ value: Value, at location: Location = .generated) {
      (self.key, self.value, self.location) = (key, value, location)
    }
  }

  public var all: [Entry]

  public init(_ all: [Entry] = []) { self.all = all }

  public static func form(within bounds: Bounds) -> ValueForm { .map(Value.form(within: bounds)) }

  /// The entries without errors.
  public static func decode(_ node: SettingsNode, as slot: Slot, by decoder: inout ParameterDecoder)
    -> Self?
  {
    guard let entries = node.mapping?.entries else {
      let example = slot.mappingExample ?? "{name: value}"
      return decoder.mismatch(node, slot, expected: "a mapping, such as \(example)")
    }
    return Self(
      entries.compactMap { entry in
        let slot = Slot(name: entry.key, bounds: slot.bounds, unit: slot.unit)
        return Value.decode(entry.value, as: slot, by: &decoder).map {
          Entry(entry.key, $0, at: entry.keyLocation)
        }
      })
  }

  public func encoded() -> SettingsNode { .mapping(of: all.map { ($0.key, $0.value.encoded()) }) }
}

/// Values by their paths.
public typealias PathValues = Entries<AnyValue>

import ForceLabSettings

/// One parameter of a plugin: the stored property it fills, and what is said of it.
public struct Parameter<Owner>: Sendable {
  typealias Decode =
    @Sendable (SettingsNode, inout Owner, inout ParameterDecoder) -> Void

  /// The key in YAML, in kebab-case.
  public let name: String
  /// Which values it takes.
  public let form: ValueForm
  /// The unit, empty if it has none.
  public let unit: String
  /// What it does, in one line.
  public let text: String
  /// What applies if the parameter is not given, in words; nil if the default is a value.
  public let defaultDescription: String?
  /// Whether it must be given.
  public let isRequired: Bool
  /// A value for examples, as YAML; nil if the default will do.
  public let example: String?
  let decode: Decode
  let encode: @Sendable (Owner) -> SettingsNode
}

/// The path from a plugin to one of its stored properties.
public typealias PropertyPath<Owner, Value> = any WritableKeyPath<Owner, Value> & Sendable

extension Parameter {
  /// A parameter held by `property`.
  ///
  /// - Parameters:
  ///   - name: The key in YAML, in kebab-case.
  ///   - property: The stored property.
  ///   - bounds: The range, of each number where it is a list.
  ///   - unit: The unit.
  ///   - text: What it does, in one line.
  ///   - defaultDescription: What applies if the parameter is not given, in words.
  ///   - isRequired: Whether it must be given.
  ///   - example: A value for examples, as YAML, where the default will not do.
  public init<Value: ParameterValue>(
    _ name: String, _ property: PropertyPath<Owner, Value>, within bounds: Bounds,
    unit: String = "", _ text: String, defaultDescription: String? = nil, isRequired: Bool = false,
    example: String? = nil
  ) {
    self.init(
      name: name, form: Value.form(within: bounds), unit: unit, text: text,
      defaultDescription: defaultDescription,
      isRequired: isRequired, example: example,
      decode: { node, owner, decoder in
        let slot = Slot(name: name, bounds: bounds)
        guard let value = Value.decode(node, as: slot, by: &decoder) else { return }
        owner[keyPath: property] = value
      },
      encode: { $0[keyPath: property].encoded() })
  }

  /// A parameter without a range, or of finite numbers.
  public init<Value: ParameterValue>(
    _ name: String, _ property: PropertyPath<Owner, Value>, unit: String = "", _ text: String,
    defaultDescription: String? = nil, isRequired: Bool = false, example: String? = nil
  ) {
    self.init(
      name, property, within: .finite, unit: unit, text, defaultDescription: defaultDescription,
      isRequired: isRequired, example: example)
  }

  /// A parameter of numbers from a least one up.
  public init<Value: ParameterValue>(
    _ name: String, _ property: PropertyPath<Owner, Value>, in range: PartialRangeFrom<Double>,
    unit: String = "", _ text: String, defaultDescription: String? = nil
  ) {
    self.init(
      name, property, within: Bounds(range), unit: unit, text,
      defaultDescription: defaultDescription)
  }

  /// A parameter of numbers in a closed range; an infinite bound may itself be given.
  public init<Value: ParameterValue>(
    _ name: String, _ property: PropertyPath<Owner, Value>, in range: ClosedRange<Double>,
    unit: String = "", _ text: String, defaultDescription: String? = nil
  ) {
    self.init(
      name, property, within: Bounds(range), unit: unit, text,
      defaultDescription: defaultDescription)
  }

  /// A parameter of numbers greater than `lower`.
  public init<Value: ParameterValue>(
    _ name: String, _ property: PropertyPath<Owner, Value>, above lower: Double,
    unit: String = "", _ text: String, defaultDescription: String? = nil
  ) {
    self.init(
      name, property, within: Bounds(above: lower), unit: unit, text,
      defaultDescription: defaultDescription)
  }

  /// A parameter that holds one plugin of `kind`; `Value` is the kind's existential.
  public init<Value>(
    _ name: String, _ property: PropertyPath<Owner, Value>, of kind: PluginKind, _ text: String,
    defaultDescription: String? = nil, isRequired: Bool = false
  ) {
    self.init(
      name: name, form: .plugin(kind), unit: "", text: text, defaultDescription: defaultDescription,
      isRequired: isRequired, example: nil,
      decode: { node, owner, decoder in
        if let value = decoder.plugin(kind, from: node) as? Value {
          owner[keyPath: property] = value
        }
      },
      encode: { Self.reference($0[keyPath: property]) })
  }

  /// A parameter that holds a list of plugins of `kind`, in order.
  public init<Value>(
    _ name: String, _ property: PropertyPath<Owner, [Value]>, listOf kind: PluginKind,
    _ text: String
  ) {
    self.init(
      name: name, form: .list(.plugin(kind)), unit: "", text: text, defaultDescription: nil,
      isRequired: false, example: nil,
      decode: { node, owner, decoder in
        guard let items = decoder.items(of: node, named: name) else { return }
        owner[keyPath: property] = items.compactMap { decoder.plugin(kind, from: $0) as? Value }
      },
      encode: { .sequence($0[keyPath: property].map(Self.reference)) })
  }

  /// A parameter that holds plugins of `kind`, each under its name: `stop: {iterations: 300}`.
  public init<Value>(
    _ name: String, _ property: PropertyPath<Owner, [Value]>, setOf kind: PluginKind,
    _ text: String, defaultDescription: String? = nil
  ) {
    self.init(
      name: name, form: .pluginSet(kind), unit: "", text: text,
      defaultDescription: defaultDescription,
      isRequired: false, example: nil,
      decode: { node, owner, decoder in
        owner[keyPath: property] = decoder.pluginSet(kind, from: node).compactMap { $0 as? Value }
      },
      encode: { owner in
        let plugins = owner[keyPath: property].compactMap { $0 as? any Plugin }
        return .mapping(of: plugins.map { ($0.name, $0.encoded()) })
      })
  }

  private static func reference(_ value: Any) -> SettingsNode {
    (value as? any Plugin)?.reference ?? .scalar("null")
  }
}

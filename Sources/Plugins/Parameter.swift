import ForceLabSettings

/// A parameter of a plugin: its documentation and the stored property that holds it.
public struct Parameter<Owner>: Sendable {
  typealias Decode = @Sendable (SettingsNode, inout Owner, inout ParameterDecoder) -> Void

  var entry: ManualPage.Entry
  let decode: Decode
  let encode: @Sendable (Owner) -> SettingsNode
  private let path: any PartialKeyPath<Owner> & Sendable
  /// Sets the property of the second value to that of the first. Plugins lose their scratch memory.
  let copy: @Sendable (Owner, inout Owner) -> Void

  init(
    _ name: String, _ form: ValueForm, unit: String = "", _ text: String,
    defaultDescription: String? = nil, isRequired: Bool = false, example: String? = nil,
    property: any PartialKeyPath<Owner> & Sendable, decode: @escaping Decode,
    encode: @escaping @Sendable (Owner) -> SettingsNode,
    copy: @escaping @Sendable (Owner, inout Owner) -> Void
  ) {
    entry = ManualPage.Entry(
      name: name, form: form, unit: unit, text: text, defaultText: defaultDescription ?? "",
      defaultValue: .scalar("null"), isDefaultInWords: defaultDescription != nil,
      isRequired: isRequired, example: example)
    self.decode = decode
    self.encode = encode
    self.copy = copy
    path = property
  }

  /// The name of the stored property: the last part of a key path such as `\Link.distanceMin`; where the
  /// compiler recorded no names, the name of the parameter in camel case. Takes some tens of µs.
  var property: String {
    let last = path.debugDescription.split(separator: ".").last ?? ""
    if last.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }), !last.isEmpty {
      return String(last)
    }
    let words = entry.name.split(separator: "-")
    return words.prefix(1).joined()
      + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// The value that `owner` has.
  func value(of owner: Owner) -> Any { owner[keyPath: path as PartialKeyPath<Owner>] }

  func hasProperty(of other: Parameter) -> Bool {
    (path as PartialKeyPath<Owner>) == (other.path as PartialKeyPath<Owner>)
  }

  /// The value that `owner` has, or those in its list.
  func values(of owner: Owner) -> [Any] {
    let value = value(of: owner)
    return value as? [Any] ?? [value]
  }

  /// The same parameter, which has an effect only under `condition`.
  package func effective(when condition: EffectCondition?) -> Parameter {
    var parameter = self
    parameter.entry.condition = condition
    return parameter
  }
}

public typealias PropertyPath<Owner, Value> = any WritableKeyPath<Owner, Value> & Sendable

extension Parameter {
  /// - Parameters:
  ///   - name: The key in YAML, in kebab-case.
  ///   - property: The stored property that holds the value.
  ///   - bounds: The range, or the range of each item of a list.
  ///   - unit: The unit of the value, such as px; empty if it has none.
  ///   - text: What the parameter means, in one sentence.
  ///   - defaultDescription: The default in words, if it is not a value.
  ///   - isRequired: Whether the parameter must be given.
  ///   - example: A value for examples, as YAML, if the default is unsuitable.
  public init<Value: ParameterValue>(
    _ name: String, _ property: PropertyPath<Owner, Value>, within bounds: Bounds = .finite,
    unit: String = "", _ text: String, defaultDescription: String? = nil, isRequired: Bool = false,
    example: String? = nil
  ) {
    self.init(
      name, Value.form(within: bounds), unit: unit, text, defaultDescription: defaultDescription,
      isRequired: isRequired, example: example, property: property,
      decode: { node, owner, decoder in
        let slot = Slot(
          name: decoder.bareName ?? name, bounds: bounds, unit: unit, help: example ?? text)
        guard let value = Value.decode(node, as: slot, by: &decoder) else { return }
        owner[keyPath: property] = value
      }, encode: { $0[keyPath: property].encoded() },
      copy: { $1[keyPath: property] = $0[keyPath: property] })
  }

  public init<Value: ParameterValue>(
    _ name: String, _ property: PropertyPath<Owner, Value>, in range: PartialRangeFrom<Double>,
    unit: String = "", _ text: String, defaultDescription: String? = nil
  ) {
    self.init(
      name, property, within: Bounds(range), unit: unit, text,
      defaultDescription: defaultDescription)
  }

  /// Includes infinite bounds.
  public init<Value: ParameterValue>(
    _ name: String, _ property: PropertyPath<Owner, Value>, in range: ClosedRange<Double>,
    unit: String = "", _ text: String, defaultDescription: String? = nil
  ) {
    self.init(
      name, property, within: Bounds(range), unit: unit, text,
      defaultDescription: defaultDescription)
  }

  public init<Value: ParameterValue>(
    _ name: String, _ property: PropertyPath<Owner, Value>, above lower: Double,
    unit: String = "", _ text: String, defaultDescription: String? = nil
  ) {
    self.init(
      name, property, within: Bounds(above: lower), unit: unit, text,
      defaultDescription: defaultDescription)
  }

  /// One plugin; `Value` is the existential of `kind`.
  public init<Value>(
    _ name: String, _ property: PropertyPath<Owner, Value>, of kind: PluginKind, _ text: String,
    defaultDescription: String? = nil, isRequired: Bool = false
  ) {
    self.init(
      name, .plugin(kind), text, defaultDescription: defaultDescription, isRequired: isRequired,
      property: property,
      decode: { node, owner, decoder in
        // Null is a value of optional parameters.
        let none = node.isNull ? Any?.none as? Value : nil
        let value = none ?? decoder.value(decoder.plugin(kind, from: node), of: name, at: node)
        if let value { owner[keyPath: property] = value }
      }, encode: { Self.reference($0[keyPath: property]) },
      copy: { $1[keyPath: property] = Self.withoutScratch($0[keyPath: property]) })
  }

  public init<Value>(
    _ name: String, _ property: PropertyPath<Owner, [Value]>, listOf kind: PluginKind,
    _ text: String, isRequired: Bool = false, example: String? = nil
  ) {
    self.init(
      name, .list(.plugin(kind)), text, isRequired: isRequired, example: example,
      property: property,
      decode: { node, owner, decoder in
        guard let items = decoder.items(of: node, named: name) else { return }
        owner[keyPath: property] = items.compactMap {
          decoder.value(decoder.plugin(kind, from: $0), of: name, at: $0)
        }
      }, encode: { .sequence($0[keyPath: property].map(Self.reference)) },
      copy: { $1[keyPath: property] = $0[keyPath: property].map(Self.withoutScratch) })
  }

  /// Plugins, each under its name: `stop: {iterations: 300}`.
  public init<Value>(
    _ name: String, _ property: PropertyPath<Owner, [Value]>, setOf kind: PluginKind,
    _ text: String, defaultDescription: String? = nil
  ) {
    self.init(
      name, .pluginSet(kind), text, defaultDescription: defaultDescription, property: property,
      decode: { node, owner, decoder in
        owner[keyPath: property] = decoder.pluginSet(kind, from: node).compactMap {
          decoder.value($0, of: name, at: node)
        }
      },
      encode: { owner in
        let plugins = owner[keyPath: property].compactMap { $0 as? any Plugin }
        return .mapping(of: plugins.map { ($0.name, $0.encoded()) })
      },
      copy: { $1[keyPath: property] = $0[keyPath: property].map(Self.withoutScratch) })
  }

  /// Plugins whose names are keys beside the names of the other parameters, in the order of the file.
  public init<Value>(
    inline name: String, _ property: PropertyPath<Owner, [Value]>, setOf kind: PluginKind,
    _ text: String, example: String? = nil
  ) {
    var parameter = Self(name, property, setOf: kind, text, defaultDescription: "none")
    parameter.entry.isInline = true
    parameter.entry.example = example
    self = parameter
  }

  private static func withoutScratch<Value>(_ value: Value) -> Value {
    (value as? any Plugin)?.withoutScratch as? Value ?? value
  }

  private static func reference(_ value: Any) -> SettingsNode {
    (value as? any Plugin)?.reference ?? .scalar("null")
  }
}

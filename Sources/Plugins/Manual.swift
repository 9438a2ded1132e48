import ForceLabSettings

/// All that is said of a plugin or a record: what it is, its parameters and where it comes from.
public struct Manual<Owner: Configurable>: Sendable {
  /// The name that experiments use, in kebab-case.
  public let name: String
  /// What it does, in one line.
  public let summary: String
  /// One entry for each stored property.
  public let parameters: [Parameter<Owner>]
  /// The parameter that a bare value stands for (`movement: 0.3`), if there is one.
  public let shorthand: String?
  /// What is computed, as a formula, a line per part; empty if there is none.
  public let formula: String
  /// Where the formula or the data come from.
  public let source: String
  /// Goes up whenever the same parameters come to give other results.
  public let version: Int

  /// A manual.
  ///
  /// - Parameters:
  ///   - name: The name that experiments use, in kebab-case, unique in its kind.
  ///   - summary: What it does, in one line.
  ///   - parameters: One entry for each stored property.
  ///   - shorthand: The parameter that a bare value stands for.
  ///   - formula: What is computed, as a formula, a line per part.
  ///   - source: Where the formula or the data come from.
  ///   - version: Goes up whenever the same parameters come to give other results.
  public init(
    _ name: String, _ summary: String, parameters: [Parameter<Owner>] = [],
    shorthand: String? = nil, formula: String = "", source: String = "", version: Int = 1
  ) {
    self.name = name
    self.summary = summary
    self.parameters = parameters
    self.shorthand = shorthand
    self.formula = formula
    self.source = source
    self.version = version
  }
}

/// A manual without its type: what lists, descriptions and schemas are made from.
public struct ManualPage: Sendable {
  /// What is said of one parameter.
  public struct Entry: Sendable {
    /// The key in YAML, in kebab-case.
    public let name: String
    /// Which values it takes.
    public let form: ValueForm
    /// The unit, empty if it has none.
    public let unit: String
    /// What it does, in one line.
    public let text: String
    /// The default as YAML, or in words where it depends on something.
    public let defaultText: String
    /// Whether the default stands there in words, not as YAML.
    public let isDefaultInWords: Bool
    /// Whether it must be given.
    public let isRequired: Bool
    /// A value for examples, as YAML; nil if the default will do.
    public let example: String?
  }

  /// The name that experiments use.
  public let name: String
  /// What it does, in one line.
  public let summary: String
  /// What is computed, as a formula, a line per part; empty if there is none.
  public let formula: String
  /// Where the formula or the data come from.
  public let source: String
  /// Goes up whenever the same parameters come to give other results.
  public let version: Int
  /// The parameter that a bare value stands for, if there is one.
  public let shorthand: String?
  /// The parameters, in the order of the manual.
  public let entries: [Entry]

  /// This page with the parameters of `other` after its own.
  public func joined(with other: ManualPage) -> ManualPage {
    ManualPage(
      name: name, summary: summary, formula: formula, source: source, version: version,
      shorthand: shorthand, entries: entries + other.entries)
  }
}

extension Configurable {
  /// The names of the parameters, in the order of the manual.
  public static var parameterNames: [String] { manual.parameters.map(\.name) }

  /// The manual without its type.
  public static var page: ManualPage {
    let defaults = Self()
    return ManualPage(
      name: manual.name, summary: manual.summary, formula: manual.formula, source: manual.source,
      version: manual.version, shorthand: manual.shorthand,
      entries: manual.parameters.map { parameter in
        ManualPage.Entry(
          name: parameter.name, form: parameter.form, unit: parameter.unit, text: parameter.text,
          defaultText: parameter.defaultDescription ?? parameter.encode(defaults).flowText,
          isDefaultInWords: parameter.defaultDescription != nil, isRequired: parameter.isRequired,
          example: parameter.example)
      })
  }

  /// The parameters as a YAML mapping, all of them or only those that differ from the defaults.
  public func encoded(changesOnly: Bool = false) -> SettingsNode {
    let defaults = Self()
    let told = Self.manual.parameters.filter {
      !changesOnly || !$0.encode(self).hasSameContent(as: $0.encode(defaults))
    }
    return .mapping(of: told.map { ($0.name, $0.encode(self)) })
  }
}

extension Plugin {
  /// The plugin as YAML names it: its name alone, or its name with what differs from the defaults.
  public var reference: SettingsNode {
    let changes = encoded(changesOnly: true)
    return changes.mapping?.entries.isEmpty ?? true ? .scalar(name) : .mapping([name: changes])
  }
}

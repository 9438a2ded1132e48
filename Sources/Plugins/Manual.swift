import ForceLabSettings

/// The documentation of a plugin or a record: its name, summary, parameters and sources.
public struct Manual<Owner: Configurable>: Sendable {
  /// The manual without its type.
  public let page: ManualPage
  let parameters: [Parameter<Owner>]

  /// A manual.
  ///
  /// - Parameters:
  ///   - name: The name in experiments, in kebab-case, unique in its kind.
  ///   - summary: What it does, in one line.
  ///   - parameters: One parameter for each stored property.
  ///   - shorthand: The parameter that a bare value sets: `movement: 0.3`.
  ///   - formula: What is computed, as formulas, one per line.
  ///   - source: The source of the formula or the data.
  ///   - version: A number that increases whenever the same parameters give other results.
  public init(
    _ name: String, _ summary: String, parameters: [Parameter<Owner>] = [],
    shorthand: String? = nil, formula: String = "", source: String = "", version: Int = 1
  ) {
    self.parameters = parameters
    let defaults = Owner()
    page = ManualPage(
      name: name, summary: summary, formula: formula, source: source, version: version,
      shorthand: shorthand, entries: parameters.map { $0.entry(defaultsOf: defaults) })
  }
}

/// A manual without its type, from which lists, descriptions and schemas are made.
public struct ManualPage: Sendable {
  /// The documentation of a parameter.
  public struct Entry: Sendable {
    /// The key in YAML, in kebab-case.
    public let name: String
    /// The values that it accepts.
    public let form: ValueForm
    /// The unit; empty if there is none.
    public let unit: String
    /// What it does, in one line.
    public let text: String
    /// The default as YAML, or a description of it.
    public internal(set) var defaultText: String
    /// Whether `defaultText` is a description, not YAML.
    public let isDefaultInWords: Bool
    public let isRequired: Bool
    /// A value for examples, as YAML; nil for the default.
    public let example: String?
  }

  /// The name in experiments.
  public let name: String
  /// What it does, in one line.
  public let summary: String
  /// What is computed, as formulas, one per line; may be empty.
  public let formula: String
  /// The source of the formula or the data; may be empty.
  public let source: String
  /// A number that increases whenever the same parameters give other results.
  public let version: Int
  /// The parameter that a bare value sets, if there is one.
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
  public static var parameterNames: [String] { page.entries.map(\.name) }

  /// The manual without its type.
  public static var page: ManualPage { manual.page }

  /// The parameters as a mapping: all of them, or only those that differ from the defaults.
  public func encoded(changesOnly: Bool = false) -> SettingsNode {
    let defaults = Self()
    let parameters = Self.manual.parameters.filter {
      !changesOnly || !$0.encode(self).hasSameContent(as: $0.encode(defaults))
    }
    return .mapping(of: parameters.map { ($0.entry.name, $0.encode(self)) })
  }
}

extension Plugin {
  /// The plugin as an experiment names it: its name, with the parameters that differ from the
  /// defaults.
  public var reference: SettingsNode {
    let changes = encoded(changesOnly: true)
    return changes.mapping?.entries.isEmpty ?? true ? .scalar(name) : .mapping([name: changes])
  }
}

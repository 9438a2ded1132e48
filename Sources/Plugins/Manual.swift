import ForceLabSettings

/// The documentation of a plugin or a record: its name, summary, parameters and sources.
public struct Manual<Owner: Configurable>: Sendable {
  public let page: ManualPage
  let parameters: [Parameter<Owner>]

  /// - Parameters:
  ///   - name: The name in experiments, in kebab-case, unique in its kind.
  ///   - summary: What the plugin does, in one or two sentences.
  ///   - parameters: One parameter for each stored property.
  ///   - shorthand: The parameter that a bare value sets: `movement: 0.3`.
  ///   - takesMappings: Whether the parameter of the shorthand is a mapping, which no parameter can be
  ///     named in.
  ///   - formula: What is computed, as formulas, one per line.
  ///   - source: The publication or program that defines the plugin.
  ///   - version: Increases whenever the same parameters give other results.
  ///   - context: What else an experiment needs that uses it, as YAML, for the example, whose keys it replaces.
  ///   - defaults: Holds the defaults of the parameters.
  ///   - sections: More about it, each with a title; a text of several lines is printed as it is.
  public init(
    _ name: String, _ summary: String, parameters: [Parameter<Owner>] = [],
    shorthand: String? = nil, takesMappings: Bool = false, formula: String = "",
    source: String = "", version: Int = 1, context: String = "", defaults: Owner = Owner(),
    sections: [(title: String, text: String)] = []
  ) {
    self.parameters = parameters
    page = ManualPage(
      name: name, summary: summary, formula: formula, source: source, version: version,
      context: context,
      shorthand: shorthand, takesMappings: takesMappings,
      entries: parameters.map { parameter in
        var entry = parameter.entry
        entry.defaultValue = parameter.encode(defaults)
        if !entry.isDefaultInWords { entry.defaultText = entry.defaultValue.flowText }
        return entry
      }, sections: sections)
  }
}

/// A manual without its type, from which lists, descriptions and schemas are made.
public struct ManualPage: Sendable {
  public struct Entry: Sendable {
    public let name: String
    public let form: ValueForm
    public let unit: String
    public let text: String
    /// As YAML, unless `isDefaultInWords`.
    public internal(set) var defaultText: String
    /// Also if `isDefaultInWords`.
    public internal(set) var defaultValue: SettingsNode
    public let isDefaultInWords: Bool
    public let isRequired: Bool
    public internal(set) var example: String?
    /// Whether the value is a set of plugins whose names are keys beside those of the other parameters.
    public internal(set) var isInline = false
    /// When the parameter has an effect; nil if it always has.
    package internal(set) var condition: EffectCondition?
  }

  public let name: String
  public let summary: String
  public let formula: String
  public let source: String
  public let version: Int
  /// What else an experiment needs that uses it, as YAML.
  public let context: String
  public let shorthand: String?
  /// Whether a mapping is the value of the shorthand.
  public let takesMappings: Bool
  public private(set) var entries: [Entry]
  /// More about it, in order.
  public let sections: [(title: String, text: String)]

  /// The kind of the plugins whose names are keys beside the parameters; nil if there is none.
  public var inlineKind: PluginKind? { entries.first(where: \.isInline)?.form.pluginKind }

  /// The keys of a mapping of the parameters.
  public func keys(in catalog: Catalog) -> [String] {
    entries.filter { !$0.isInline }.map(\.name) + (inlineKind.map(catalog.names) ?? [])
  }

  /// This page with the parameters of `other` after its own.
  public func joined(with other: ManualPage) -> ManualPage {
    var page = self
    page.entries += other.entries
    return page
  }
}

extension Configurable {
  public static var parameterNames: [String] { page.entries.map(\.name) }
  public static var page: ManualPage { manual.page }

  public func encoded(changesOnly: Bool = false) -> SettingsNode {
    Self.manual.settings(of: self, changesOnly: changesOnly)
  }
}

extension Plugin { public var reference: SettingsNode { Self.manual.reference(of: self) } }

extension Manual {
  /// The parameters and their values in `owner`: all, or those that differ from their defaults.
  func values(of owner: Owner, changesOnly: Bool) -> [(
    parameter: Parameter<Owner>, value: SettingsNode
  )] {
    zip(parameters, page.entries).compactMap { parameter, entry in
      let value = parameter.encode(owner)
      return changesOnly && value.hasSameContent(as: entry.defaultValue) ? nil : (parameter, value)
    }
  }

  func settings(of owner: Owner, changesOnly: Bool) -> SettingsNode {
    .mapping(
      of: values(of: owner, changesOnly: changesOnly).flatMap { parameter, value in
        parameter.entry.isInline
          ? value.mapping?.entries.map { ($0.key, $0.value) } ?? []
          : [(parameter.entry.name, value)]
      })
  }

  /// The name of `plugin`, with the parameters that differ from the defaults.
  public func reference(of plugin: Owner) -> SettingsNode {
    let changes = settings(of: plugin, changesOnly: true)
    return changes.mapping?.entries.isEmpty ?? true
      ? .scalar(page.name) : .mapping([page.name: changes])
  }
}

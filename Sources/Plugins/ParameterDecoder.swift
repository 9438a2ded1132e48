import ForceLabSettings

/// Turns YAML into plugins and records by their manuals, and collects every error on the way.
public struct ParameterDecoder: Sendable {
  /// The plugins that can be named.
  public let catalog: Catalog
  /// The folder that relative paths start from.
  public let folder: String
  /// What was found wrong so far.
  public private(set) var diagnostics: [Diagnostic] = []
  /// The files that were named, as they are opened.
  public internal(set) var files: Set<String> = []

  /// A decoder that knows the plugins of `catalog` and resolves paths from `folder`.
  public init(catalog: Catalog, folder: String = ".") {
    self.catalog = catalog
    self.folder = folder
  }

  /// Reports an error at `location`.
  public mutating func error(_ message: String, at location: Location) {
    diagnostics.append(Diagnostic(message, at: location))
  }

  /// Decodes a value of `type` from its parameters at `node`: a mapping, or nothing for defaults.
  ///
  /// Returns nil after at least one error was reported.
  /// The keys `others` belong to somebody else who reads the same mapping.
  public mutating func decode<Owner: Configurable>(
    _ type: Owner.Type, from node: SettingsNode, sharing others: Set<String> = []
  ) -> Owner? {
    let errorsBefore = diagnostics.count
    let manual = Owner.manual
    var owner = Owner()
    for entry in parameters(of: node, manual: manual) where !others.contains(entry.key) {
      if let parameter = manual.parameters.first(where: { $0.name == entry.key }) {
        parameter.decode(entry.value, &owner, &self)
      } else {
        let known = manual.parameters.map(\.name) + others.sorted()
        unknownKey(entry, of: manual.name, known: known)
      }
    }
    if let given = givenNames(node, manual: manual) {
      for parameter in manual.parameters where parameter.isRequired {
        if given.contains(parameter.name) { continue }
        error("'\(manual.name)' needs '\(parameter.name)': \(parameter.text)", at: node.location)
      }
    }
    guard diagnostics.count == errorsBefore else { return nil }
    do {
      try owner.check()
      return owner
    } catch {
      report(error, from: node)
      return nil
    }
  }

  /// Reports `fault` at the parameter it is about, as written in the mapping `node`.
  public mutating func report(_ fault: ParameterError, from node: SettingsNode) {
    let place = fault.parameter.flatMap { node[$0]?.location } ?? node.location
    error(fault.message, at: place)
  }

  private mutating func parameters<Owner>(of node: SettingsNode, manual: Manual<Owner>) -> [Mapping
    .Entry]
  {
    if let mapping = node.mapping { return mapping.entries }
    if node.isNull { return [] }
    if let shorthand = manual.shorthand {
      return [.init(key: shorthand, keyLocation: node.location, value: node)]
    }
    let expected =
      manual.parameters.first.map {
        "the parameters of '\(manual.name)' must be a mapping such as {\($0.name): …}"
      } ?? "'\(manual.name)' takes no parameters"
    error("\(expected); found \(node.kindDescription)", at: node.location)
    return []
  }

  /// The parameters that `node` gives; nil if it has not the form of parameters at all.
  private func givenNames<Owner>(_ node: SettingsNode, manual: Manual<Owner>) -> Set<String>? {
    if let mapping = node.mapping { return Set(mapping.entries.map(\.key)) }
    return node.isNull ? [] : manual.shorthand.map { [$0] }
  }

  private mutating func unknownKey(_ entry: Mapping.Entry, of name: String, known: [String]) {
    let hint = suggestion(for: entry.key, among: known)
    let list = known.isEmpty ? "it takes none" : "it has \(known.joined(separator: ", "))"
    error(
      "unknown key '\(entry.key)' in '\(name)'; \(hint.isEmpty ? list : hint)",
      at: entry.keyLocation)
  }
}

extension ParameterDecoder {
  /// The plugin of `kind` that `node` names: `name`, or `name: {parameters}`.
  ///
  /// Returns nil after an error was reported.
  public mutating func plugin(_ kind: PluginKind, from node: SettingsNode) -> (any Plugin)? {
    switch node.content {
    case .scalar(let scalar) where !node.isNull:
      let nothing = SettingsNode(.scalar(Scalar("")), at: node.location)
      return plugin(kind, named: scalar.text, at: node.location, parameters: nothing)
    case .mapping(let mapping) where mapping.entries.count == 1:
      let entry = mapping.entries[0]
      return plugin(kind, named: entry.key, at: entry.keyLocation, parameters: entry.value)
    case .mapping(let mapping) where mapping.entries.count > 1:
      let keys = mapping.entries.map { "'\($0.key)'" }.joined(separator: ", ")
      error(
        "one \(kind.name) was expected, but here are \(keys); "
          + "indent its parameters below its name, or write `name: {parameter: value}`",
        at: mapping.entries[1].keyLocation)
    default:
      let names = catalog.names(of: kind).joined(separator: ", ")
      error(
        "\(kind.withArticle) was expected, found \(node.kindDescription); name one of \(names)",
        at: node.location)
    }
    return nil
  }

  /// The plugins of `kind` that the mapping `node` names, one per key.
  public mutating func pluginSet(_ kind: PluginKind, from node: SettingsNode) -> [any Plugin] {
    guard let mapping = node.mapping else {
      let names = catalog.names(of: kind).map { "\($0): …" }.joined(separator: ", ")
      error(
        "a mapping of \(kind.plural) was expected, found \(node.kindDescription); "
          + "write some of {\(names)}", at: node.location)
      return []
    }
    return mapping.entries.compactMap {
      plugin(kind, named: $0.key, at: $0.keyLocation, parameters: $0.value)
    }
  }

  private mutating func plugin(
    _ kind: PluginKind, named name: String, at location: Location, parameters: SettingsNode
  ) -> (any Plugin)? {
    guard let type = catalog.type(of: kind, named: name) else {
      let known = catalog.names(of: kind)
      let hint = suggestion(for: name, among: known)
      error(
        "unknown \(kind.name) '\(name)'; "
          + (hint.isEmpty ? "there are \(known.joined(separator: ", "))" : hint), at: location)
      return nil
    }
    // A bare name stands where its missing parameters would be reported.
    var parameters = parameters
    if parameters.isNull { parameters.location = location }
    return decode(type, from: parameters)
  }

  /// The items of the list at `node`, or nil after an error was reported.
  mutating func items(of node: SettingsNode, named name: String) -> [SettingsNode]? {
    if let items = node.sequence { return items }
    mismatch(node, Slot(name: name), expected: "a list, such as [a, b]")
    return nil
  }

  mutating func mismatch(_ node: SettingsNode, _ slot: Slot, expected: String, hint: String = "") {
    error(
      "'\(slot.name)' must be \(expected); found \(node.kindDescription)"
        + (hint.isEmpty ? "" : "; \(hint)"), at: node.location)
  }

  mutating func outOfRange(_ node: SettingsNode, _ slot: Slot, found: String) {
    error("'\(slot.name)' is \(found), outside its range: \(slot.bounds)", at: node.location)
  }
}

import ForceLabSettings

/// Decodes settings into plugins and records by their manuals, and collects all errors.
public struct ParameterDecoder: Sendable {
  public let catalog: Catalog
  public let folder: String
  public private(set) var diagnostics: [Diagnostic] = []
  /// The name in messages of a bare value, whose parameter the file does not name.
  private(set) var bareName: String?
  /// The paths of all files that parameters name.
  public internal(set) var files: Set<String> = []
  /// Those of them that are programs, or describe one.
  package internal(set) var programs: Set<String> = []
  /// What to cite for the data that parameters name.
  package private(set) var citations: [String] = []
  /// The parameters that were given and have a condition.
  package private(set) var conditional: [ConditionalSetting] = []

  public init(catalog: Catalog, folder: String = ".") {
    self.catalog = catalog
    self.folder = folder
  }

  public mutating func error(_ message: String, at location: Location) {
    diagnostics.append(Diagnostic(message, at: location))
  }

  package mutating func cite(_ text: String) { citations.append(text) }

  mutating func add(_ others: [Diagnostic]) { diagnostics += others }

  /// Decodes `type` from `node`, ignoring the keys `others`, which belong to another type. `node` may be
  /// null for the defaults. Nil after reporting errors.
  public mutating func decode<Owner: Configurable>(
    _ type: Owner.Type, from node: SettingsNode, sharing others: Set<String> = []
  ) -> Owner? { decode(Owner.manual, into: Owner(), from: node, sharing: others) }

  /// The same for the parameters of `manual`; those that are not given stay as in `start`.
  mutating func decode<Owner: Configurable>(
    _ manual: Manual<Owner>, into start: Owner, from node: SettingsNode,
    sharing others: Set<String> = []
  ) -> Owner? {
    let decoded = decodePartially(
      Owner.self, by: manual, into: start, from: node, sharing: others)
    guard let (owner, failed) = decoded, failed.isEmpty else { return nil }
    do {
      try owner.check()
      return owner
    } catch {
      report(error, from: node)
      return nil
    }
  }

  /// The same, but without `check()`. Parameters with errors keep their defaults; `failed` has their
  /// keys, and those of unknown and missing ones. Nil if `node` has no parameters.
  package mutating func decodePartially<Owner: Configurable>(
    _ type: Owner.Type, by manual: Manual<Owner> = Owner.manual, into start: Owner = Owner(),
    from node: SettingsNode, sharing others: Set<String> = []
  ) -> (owner: Owner, failed: Set<String>)? {
    let page = manual.page
    var owner = start
    guard let entries = parameters(of: node, page: page) else { return nil }
    var failed: Set<String> = []
    let outer = bareName
    bareName = node.mapping == nil ? page.name : nil
    defer { bareName = outer }
    let inline = manual.parameters.first { $0.entry.isInline }
    var inlined: [Mapping.Entry] = []
    for entry in entries where !others.contains(entry.key) {
      let errorsBefore = diagnostics.count
      defer { if diagnostics.count > errorsBefore { failed.insert(entry.key) } }
      let named = manual.parameters.first { $0.entry.name == entry.key && !$0.entry.isInline }
      if let parameter = named {
        parameter.decode(entry.value, &owner, &self)
      } else if let kind = page.inlineKind, catalog.entry(of: kind, named: entry.key) != nil {
        inlined.append(entry)
      } else {
        let known = page.keys(in: catalog) + others.sorted()
        let advice = advice(for: entry.key, among: known, label: "valid keys")
        error(
          known.isEmpty
            ? "'\(page.name)' has no parameters; remove '\(entry.key)'"
            : "unknown key '\(entry.key)' in '\(page.name)'; \(advice)", at: entry.keyLocation)
      }
    }
    if let inline, !inlined.isEmpty {
      let set = SettingsNode(.mapping(Mapping(inlined)), at: node.location)
      let errorsBefore = diagnostics.count
      inline.decode(set, &owner, &self)
      if diagnostics.count > errorsBefore { failed.insert(inline.entry.name) }
    }
    let given = Set(entries.map(\.key))
    for entry in page.entries where entry.isRequired && !given.contains(entry.name) {
      error(
        "'\(page.name)' needs the key '\(entry.name)'; add '\(entry.name): "
          + "\(entry.example ?? "<\(entry.form.words)>")'", at: node.location)
      failed.insert(entry.name)
    }
    for entry in entries where !failed.contains(entry.key) {
      let condition = page.entries.first { $0.name == entry.key }?.condition
      guard let condition else { continue }
      let problem = condition.problem(of: entry.key) { name in
        manual.parameters.first { $0.entry.name == name }?.encode(owner)
      }
      conditional.append(
        ConditionalSetting(name: entry.key, location: entry.value.location, problem: problem))
    }
    return (owner, failed)
  }

  public mutating func report(_ problem: ParameterError, from node: SettingsNode) {
    let place = problem.parameter.flatMap { node[$0]?.location } ?? node.location
    error(problem.message, at: place)
  }

  /// Nil after reporting an error.
  private mutating func parameters(of node: SettingsNode, page: ManualPage) -> [Mapping.Entry]? {
    if let mapping = node.mapping, !page.takesMappings || mapping.entries.isEmpty {
      return mapping.entries
    }
    if node.isNull { return [] }
    if let shorthand = page.shorthand {
      return [.init(key: shorthand, keyLocation: node.location, value: node)]
    }
    let expected =
      page.entries.first.map {
        "the parameters of '\(page.name)' must be a mapping such as {\($0.name): …}"
      } ?? "'\(page.name)' has no parameters"
    error("\(expected), found \(node.kindDescription)", at: node.location)
    return nil
  }
}

extension ParameterDecoder {
  /// `node` is `name`, or `name: {parameters}`. Returns nil after reporting an error.
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
        "expected one \(kind.name), found \(keys); "
          + "indent the parameters below the name, or write `name: {parameter: value}`",
        at: mapping.entries[1].keyLocation)
    default:
      let names = catalog.names(of: kind).joined(separator: ", ")
      error(
        "expected \(kind.withArticle), found \(node.kindDescription); valid values: \(names)",
        at: node.location)
    }
    return nil
  }

  /// `plugin` as the value of the parameter `name`. Nil after reporting that it stands for several values.
  mutating func value<Value>(
    _ plugin: (any Plugin)?, of name: String, at node: SettingsNode
  ) -> Value? {
    guard let plugin else { return nil }
    if let value = plugin as? Value { return value }
    let kind = Swift.type(of: plugin).kind
    error(
      "'\(plugin.name)' stands for several \(kind.plural) and cannot be the value of '\(name)'; write "
        + "it at '\(kind.name)' of the experiment", at: node.location)
    return nil
  }

  /// `node` is `{name: parameters, …}`, or one `name`.
  public mutating func pluginSet(_ kind: PluginKind, from node: SettingsNode) -> [any Plugin] {
    if let name = node.scalar?.text, catalog.entry(of: kind, named: name) != nil {
      return plugin(kind, from: node).map { [$0] } ?? []
    }
    guard let mapping = node.mapping else {
      let names = catalog.names(of: kind).map { "\($0): …" }.joined(separator: ", ")
      error(
        "expected a mapping of \(kind.plural), found \(node.kindDescription); "
          + "valid keys: {\(names)}", at: node.location)
      return []
    }
    return mapping.entries.compactMap {
      plugin(kind, named: $0.key, at: $0.keyLocation, parameters: $0.value)
    }
  }

  private mutating func plugin(
    _ kind: PluginKind, named name: String, at location: Location, parameters: SettingsNode
  ) -> (any Plugin)? {
    guard let entry = catalog.entry(of: kind, named: name) else {
      let known = catalog.names(of: kind)
      let origin = suggestion(for: name, among: known).isEmpty ? kind.origin : ""
      let advice = fileAdvice(for: name, kind) ?? advice(for: name, among: known)
      error(
        "unknown \(kind.name) '\(name.excerpt)'; \(advice)" + (origin.isEmpty ? "" : "; \(origin)"),
        at: location)
      return nil
    }
    // Missing parameters are reported at the name.
    var parameters = parameters
    if parameters.isNull { parameters.location = location }
    return entry.decode(parameters, &self)
  }

  /// How to name the file `name`; nil if no plugin of `kind` reads files, or if it is not like one.
  private func fileAdvice(for name: String, _ kind: PluginKind) -> String? {
    let reader = catalog.pages(of: kind).first { $0.requiredPath != nil }
    guard let reader, let key = reader.requiredPath else { return nil }
    let path = name.hasPrefix("/") ? name : "\(folder)/\(name)"
    guard name.looksLikePath || isRegularFile(at: path) else { return nil }
    let file = name.encoded()
    let value = key == reader.shorthand ? file : SettingsNode.mapping(of: [(key, file)])
    return "to read a file, write \(SettingsNode.mapping(of: [(reader.name, value)]).flowText)"
  }

  /// The text of `node`, which must be one of `words`; nil after reporting an error.
  package mutating func word(_ node: SettingsNode, _ slot: Slot, among words: [String]) -> String? {
    if let word = node.scalar?.text, words.contains(word) { return word }
    let hint = node.scalar.map { suggestion(for: $0.text, among: words) } ?? ""
    let expected = words.count == 1 ? "'\(words[0])'" : "one of \(words.joined(separator: ", "))"
    return mismatch(node, slot, expected: expected, hint: hint)
  }

  /// Nil after reporting an error.
  mutating func items(of node: SettingsNode, named name: String) -> [SettingsNode]? {
    if let items = node.sequence { return items }
    return mismatch(node, Slot(name: name), expected: "a list, such as [a, b]")
  }

  mutating func mismatch<Value>(
    _ node: SettingsNode, _ slot: Slot, expected: String, hint: String = ""
  ) -> Value? {
    error(
      (slot.isItem ? "each item of " : "")
        + "'\(slot.name)' must be \(expected), found \(node.kindDescription)"
        + (hint.isEmpty ? "" : "; \(hint)"), at: node.location)
    return nil
  }

  /// Reports that `node` is not `expected`, a number, or has another unit than that of `slot`.
  mutating func notANumber<Value>(_ node: SettingsNode, _ slot: Slot, expected: String) -> Value? {
    guard let problem = slot.unitProblem(of: node) else {
      return mismatch(node, slot, expected: expected)
    }
    error(problem, at: node.location)
    return nil
  }

  /// `value`, or nil after reporting an error if it is outside the range of `slot`.
  mutating func inRange<Value: ParameterValue>(
    _ value: Value, _ number: Double, _ node: SettingsNode, _ slot: Slot
  ) -> Value? {
    if slot.bounds.contains(number) { return value }
    error(
      "'\(slot.name)' is \(value.encoded().flowText), outside its range: \(slot.bounds)",
      at: node.location)
    return nil
  }
}

extension ManualPage {
  /// The required parameter that is the path of a file; nil if there is none.
  fileprivate var requiredPath: String? {
    entries.first { entry in
      if case .path = entry.form { entry.isRequired } else { false }
    }?.name
  }
}

extension String {
  /// Whether it has a folder or a file extension, like `graph.gml`.
  fileprivate var looksLikePath: Bool {
    contains("/") && contains { $0 != "/" }
      || firstMatch(of: /[^.]\.[A-Za-z][A-Za-z0-9]{0,9}$/) != nil
  }
}

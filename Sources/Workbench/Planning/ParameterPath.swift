import ForceLabPlugins
import ForceLabSettings

/// The path of a parameter in an experiment file, such as `integrator.verlet.alpha`.
package struct ParameterPath: Sendable {
  package let text: String
  package private(set) var steps: [String]
  /// What is said to have values, in messages.
  private let holder: String

  package init(_ text: String, in holder: String = "the file") {
    (self.text, self.holder) = (text, holder)
    steps = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }

  /// Throws an error with a suggestion if the path does not exist below `root`.
  package func form(from root: ManualPage, in catalog: Catalog) throws(ParameterError) -> ValueForm
  {
    let forms = forms(from: root, in: catalog)
    let found = forms.count - 1
    guard found < steps.count else { return forms[found] }
    let known = Self.names(in: forms[found], catalog)
    let parent = steps[..<found].joined(separator: ".")
    let whole = parent.isEmpty ? "the experiment" : "'\(parent)'"
    throw ParameterError(
      "no path '\(text)': \(whole) has no '\(steps[found])'"
        + (known.isEmpty
          ? "" : "; \(advice(for: steps[found], among: known, label: "valid keys"))"))
  }

  /// The documentation of the parameter at the path; nil if the path leads to no parameter.
  package func entry(from root: ManualPage, in catalog: Catalog) -> ManualPage.Entry? {
    let forms = forms(from: root, in: catalog)
    guard forms.count >= steps.count, case .record(let page) = forms[steps.count - 1] else {
      return nil
    }
    return page.entries.first { $0.name == steps.last }
  }

  /// The kind of the instances of the problem, such as graphs, that the path is about; nil if it is about none.
  func instances(from root: ManualPage, in catalog: Catalog) -> PluginKind? {
    forms(from: root, in: catalog).compactMap(\.pluginKind).first(where: \.areInstances)
  }

  /// The forms along the path from `root`, as far as it exists. Plugins that it names are records of their parameters.
  private func forms(from root: ManualPage, in catalog: Catalog) -> [ValueForm] {
    var forms = [ValueForm.record(root)]
    for step in steps {
      guard let next = Self.step(step, from: forms[forms.count - 1], catalog) else { break }
      forms.append(next)
    }
    return forms
  }

  private static func step(_ step: String, from form: ValueForm, _ catalog: Catalog) -> ValueForm? {
    switch form {
    case .record(let page) where page.takesMappings:
      page.entries.first.flatMap { Self.step(step, from: $0.form, catalog) }
    case .record(let page):
      page.entries.first { $0.name == step && !$0.isInline }?.form
        ?? page.inlineKind.flatMap { Self.step(step, from: .plugin($0), catalog) }
    case .plugin(let kind), .pluginSet(let kind):
      catalog.entry(of: kind, named: step).map { .record($0.page) }
    case .list(let item): Int(step) != nil ? item : Self.step(step, from: item, catalog)
    case .either(let forms):
      forms.lazy.compactMap { Self.step(step, from: $0, catalog) }.first
    case .map(.map(let item, _), _): .map(item)
    case .map, .weights, .any: .any
    default: nil
    }
  }

  private static func names(in form: ValueForm, _ catalog: Catalog) -> [String] {
    switch form {
    case .record(let page): page.keys(in: catalog)
    case .plugin(let kind), .pluginSet(let kind): catalog.names(of: kind)
    case .list(let item): names(in: item, catalog)
    case .either(let forms): forms.flatMap { names(in: $0, catalog) }
    default: []
    }
  }

  /// The paths that lead to this one, from the first, each with its form and the step after it.
  private func prefixes(
    from root: ManualPage, in catalog: Catalog
  ) -> [(path: ParameterPath, form: ValueForm, next: String)] {
    zip(1..., forms(from: root, in: catalog).dropFirst()).compactMap { length, form in
      length == steps.count
        ? nil
        : (ParameterPath(steps[..<length].joined(separator: ".")), form, steps[length])
    }
  }

  package func value(in tree: SettingsNode) -> SettingsNode? { Self.value(steps[...], in: tree) }

  private static func value(_ steps: ArraySlice<String>, in node: SettingsNode) -> SettingsNode? {
    guard let step = steps.first else { return node }
    if let whole = node[steps.joined(separator: ".")] { return whole }
    let rest = steps.dropFirst()
    switch node.content {
    case .mapping: return node[step].flatMap { value(rest, in: $0) }
    case .scalar(let scalar): return scalar.text == step && rest.isEmpty ? node : nil
    case .sequence(let items):
      if let index = Int(step) {
        return items.indices.contains(index) ? value(rest, in: items[index]) : nil
      }
      let named = items.filter { $0.pluginName == step }
      return named.count == 1 ? value(steps, in: named[0]) : nil
    }
  }

  /// The location of the value at the path in `tree`, or of the nearest value above it, which may stand for the
  /// parameter that the next step names.
  func location(in tree: SettingsNode) -> Location {
    for length in stride(from: steps.count, to: 0, by: -1) {
      guard let node = Self.value(steps[..<length], in: tree) else { continue }
      return (Self.value(steps.dropFirst(length + 1), in: node) ?? node).location
    }
    return tree.location
  }

  /// Prepares `tree` for `set`: a value that stands for a record, such as the 100ms of `time-budget: 100ms`, becomes
  /// a mapping, and the list that the path leads into is added if `tree` leaves it to its default. The list
  /// gets the location `location`. Throws if there is no item by default.
  func expand(
    _ tree: inout SettingsNode, at location: Location, root: ManualPage, catalog: Catalog
  ) throws(ParameterError) {
    for (prefix, form, next) in prefixes(from: root, in: catalog) {
      if case .record(let page) = form, let shorthand = page.shorthand,
        let value = prefix.value(in: tree), value.mapping == nil, !value.isNull,
        value.scalar?.text != prefix.steps.last
      {
        try prefix.set(.mapping([shorthand: value], at: value.location), in: &tree)
      }
      guard case .list = form, prefix.value(in: tree) == nil else { continue }
      let list = prefix.entry(from: root, in: catalog)?.defaultValue
      guard let list, list.sequence?.isEmpty == false else {
        throw ParameterError(
          "cannot set '\(text)': the file has no '\(prefix.text)'; add it, as in "
            + "'\(prefix.text): [\(next)]'")
      }
      try prefix.set(list.moved(to: location), in: &tree)
    }
  }

  /// The plugin `present` that `tree` has at `prefix`, where the path names the other plugin `next`; nil if there is none.
  package func conflict(
    with tree: SettingsNode, root: ManualPage, catalog: Catalog
  ) -> (prefix: String, present: String, next: String)? {
    prefixes(from: root, in: catalog).lazy.compactMap { prefix, form, next in
      guard case .plugin = form, let present = prefix.value(in: tree)?.pluginName, present != next
      else { return nil }
      return (prefix.text, present, next)
    }.first
  }

  /// The same path, with one step below a mapping whose keys are paths, such as `grid` or a variant.
  func joiningKeys(from root: ManualPage, in catalog: Catalog) -> ParameterPath {
    let map = forms(from: root, in: catalog).lastIndex { if case .map = $0 { true } else { false } }
    guard let map, map < steps.count else { return self }
    var path = self
    path.steps[map...] = [steps[map...].joined(separator: ".")]
    return path
  }

  /// Adds missing mappings; throws if the path names another plugin than `tree` has, or several.
  package func set(_ value: SettingsNode, in tree: inout SettingsNode) throws(ParameterError) {
    try set(steps[...], value, in: &tree)
  }

  private func set(_ steps: ArraySlice<String>, _ value: SettingsNode, in node: inout SettingsNode)
    throws(ParameterError)
  {
    guard let step = steps.first else {
      node = value
      return
    }
    let rest = steps.dropFirst()
    if node[steps.joined(separator: ".")] != nil {
      node[steps.joined(separator: ".")] = value
      return
    }
    switch node.content {
    case .sequence(let items):
      let (index, isNumber) = try index(of: step, in: items)
      var item = items[index]
      try set(isNumber ? rest : steps, value, in: &item)
      var items = items
      items[index] = item
      node.content = .sequence(items)
    case .scalar(let scalar):
      guard node.isNull || scalar.text == step else {
        throw ParameterError(
          "cannot set '\(text)': \(holder) has '\(scalar.text)' there, not '\(step)'")
      }
      node.content = .mapping(Mapping())
      try set(steps, value, in: &node)
    case .mapping:
      var child = node[step] ?? .scalar("", at: value.location)
      try set(rest, value, in: &child)
      node[step] = child
    }
  }

  private func index(of step: String, in items: [SettingsNode]) throws(ParameterError) -> (
    Int, isNumber: Bool
  ) {
    if let index = Int(step) {
      guard items.indices.contains(index) else {
        throw ParameterError(
          "cannot set '\(text)': the list has \(items.count) items, numbered from 0")
      }
      return (index, true)
    }
    let matches = items.indices.filter { items[$0].pluginName == step }
    guard let index = matches.first, matches.count == 1 else {
      throw ParameterError(
        matches.isEmpty
          ? "cannot set '\(text)': \(holder) has no '\(step)' in this list"
            + (items.isEmpty
              ? ", which is empty" : "; it has " + items.compactMap(\.pluginName).listed())
          : "'\(text)' is ambiguous: \(matches.count) items match; add a number from 0, as in "
            + "'\(text.replacing(step, with: "\(matches[0]).\(step)"))'")
    }
    return (index, false)
  }
}

extension SettingsNode {
  /// As in tables and CSV files: its short name, or else YAML in one line.
  var settingText: String { name ?? flowText }

  package var pluginName: String? {
    if let entries = mapping?.entries { return entries.count == 1 ? entries[0].key : nil }
    return scalar?.text
  }
}

import ForceLabPlugins
import ForceLabSettings
import ForceLabYAML

/// Makes a minimal example of every plugin and part of an experiment from their manuals.
public struct ExampleMaker: Sendable {
  public struct Part: Sendable {
    public let page: ManualPage
    public let key: String
  }

  private enum Subject: Sendable {
    case plugin(PluginKind, ManualPage)
    case part(ManualPage)
  }

  private let catalog: Catalog
  /// The experiment and the site file, whose parameters stand at the top.
  private let files: [ManualPage]
  /// The plugins that are not parameters of others: their parameters are at the top of a file.
  let roots: [Catalog.Entry]

  public init(_ catalog: Catalog, file: ManualPage? = nil) {
    self.catalog = catalog
    files = file.map { [$0, MachineSettings.page] } ?? []
    let entries = catalog.entries.flatMap(\.page.entries) + files.flatMap(\.entries)
    let used = Set(entries.flatMap { $0.form.kinds })
    roots = catalog.entries.filter { !used.contains($0.kind) }
  }

  /// The files and the groups of parameters in them, each once. The experiment is the first.
  public var parts: [Part] {
    var parts = files.map { Part(page: $0, key: $0.name) }
    var waiting = (files + roots.map { $0.page }).flatMap(\.entries)
    while !waiting.isEmpty {
      let entry = waiting.removeFirst()
      for page in entry.form.records where !parts.contains(where: { $0.page.name == page.name }) {
        parts.append(Part(page: page, key: entry.name))
        waiting += page.entries
      }
    }
    return parts
  }

  /// An example of the plugin `page` of `kind`; nil if it cannot occur in a file.
  public func example(of page: ManualPage, _ kind: PluginKind) -> String? {
    example(of: .plugin(kind, page))
  }

  public func example(of part: Part) -> String? {
    if files.contains(where: { $0.name == part.page.name }) {
      return parameters(part.page.entries).exampleText
    }
    return example(of: .part(part.page))
  }

  private func example(of subject: Subject) -> String? {
    for file in files {
      if let node = entry(of: file.entries, showing: subject) { return node.exampleText }
    }
    for type in roots {
      let page = type.page
      let root = (key: type.kind.name, value: SettingsNode.scalar(page.name))
      if case .plugin(let kind, let shown) = subject, kind == type.kind, shown.name == page.name {
        let own = parameters(page.entries).mapping?.entries.map { ($0.key, $0.value) } ?? []
        return SettingsNode.mapping(of: [root] + own).exampleText
      }
      guard let node = entry(of: page.entries, showing: subject) else { continue }
      let isDefault = files.first?.entries.contains {
        $0.name == root.key && $0.defaultText == page.name
      }
      let found = node.mapping?.entries.map { ($0.key, $0.value) } ?? []
      let required = page.entries.filter { entry in
        entry.isRequired && !found.contains { $0.0 == entry.name }
      }.map { ($0.name, value(of: $0)) }
      return SettingsNode.mapping(of: (isDefault == true ? [] : [root]) + required + found)
        .exampleText
    }
    return nil
  }
}

extension ExampleMaker {
  /// A mapping of the first of `entries` that can contain `subject`, with an example of it.
  private func entry(of entries: [ManualPage.Entry], showing subject: Subject) -> SettingsNode? {
    for entry in entries {
      if let value = value(of: entry.form, like: entry.example, showing: subject) {
        if entry.isInline { return value }
        return .mapping(of: [(entry.name, value)])
      }
    }
    return nil
  }

  private func value(of form: ValueForm, like example: String?, showing subject: Subject)
    -> SettingsNode?
  {
    switch (form, subject) {
    case (.plugin(let kind), .plugin(let shown, let page)) where kind == shown:
      return reference(page)
    case (.plugin(let kind), .plugin(let shown, let page)):
      // A plugin with a parameter of the kind.
      return catalog.pages(of: kind).lazy.compactMap { owner in
        owner.entries.first {
          if case .plugin(shown) = $0.form { true } else { false }
        }.map { entry in
          let required = owner.entries.filter(\.isRequired).map { ($0.name, self.value(of: $0)) }
          return .mapping(of: [
            (owner.name, .mapping(of: required + [(entry.name, reference(page))]))
          ])
        }
      }.first
    case (.pluginSet(let kind), .plugin(let shown, let page)) where kind == shown:
      return .mapping(of: [(page.name, parametersOrShort(page))])
    case (.pluginSet(let kind), _):
      return catalog.pages(of: kind).lazy.compactMap { page in
        entry(of: page.entries, showing: subject).map { .mapping(of: [(page.name, $0)]) }
      }.first
    case (.list(let item), _):
      return value(of: item, like: example, showing: subject).map { .sequence([$0]) }
    case (.either(let forms), _):
      return forms.lazy.compactMap { value(of: $0, like: example, showing: subject) }.first
    case (.map(let item), _):
      let key = example.flatMap { Self.node($0).mapping?.entries.first?.key } ?? "key"
      return value(of: item, like: nil, showing: subject).map { .mapping(of: [(key, $0)]) }
    case (.record(let page), .part(let shown)) where page.name == shown.name:
      return parameters(page.entries)
    case (.record(let page), _):
      return entry(of: page.entries, showing: subject)?.mapping.map { found in
        let isInline = found.entries.contains { entry in
          page.inlineKind.map { catalog.entry(of: $0, named: entry.key) != nil } ?? false
        }
        let entries = isInline ? page.entries.filter { !$0.isInline } : page.entries
        var all = parameters(entries).mapping ?? Mapping()
        for entry in found.entries { all[entry.key] = entry.value }
        return SettingsNode(.mapping(all), at: .generated)
      }
    default:
      return nil
    }
  }

  private func reference(_ page: ManualPage) -> SettingsNode {
    let parameters = parametersOrShort(page)
    return parameters.mapping?.entries.isEmpty == true
      ? .scalar(page.name) : .mapping(of: [(page.name, parameters)])
  }

  private func parametersOrShort(_ page: ManualPage) -> SettingsNode {
    let parameters = parameters(page.entries)
    guard let entries = parameters.mapping?.entries, entries.count == 1,
      entries[0].key == page.shorthand
    else { return parameters }
    return entries[0].value
  }

  /// The parameters that are required or have an example, or else the first one with a default.
  private func parameters(_ all: [ManualPage.Entry]) -> SettingsNode {
    let entries = all.filter { !$0.isInline }
    var shown = entries.filter { $0.isRequired || $0.example != nil }
    if shown.isEmpty {
      shown += entries.filter {
        !$0.isDefaultInWords && !["[]", "{}", "''"].contains($0.defaultText)
      }.prefix(1)
    }
    let inline = all.first { $0.isInline }?.example.flatMap { Self.node($0).mapping?.entries } ?? []
    return .mapping(
      of: shown.map { ($0.name, value(of: $0)) } + inline.map { ($0.key, $0.value) })
  }

  private func value(of entry: ManualPage.Entry) -> SettingsNode {
    if let example = entry.example { return Self.node(example) }
    return entry.isRequired ? exampleValue(entry.form) : Self.node(entry.defaultText)
  }

  private func exampleValue(_ form: ValueForm) -> SettingsNode {
    switch form {
    case .boolean: .scalar("true")
    case .integer(let bounds), .number(let bounds): .scalar(bounds.example.shortText)
    case .text, .path, .name, .any: .scalar("example")
    case .choice(let words): .scalar(words.first ?? "example")
    case .list(let item): .sequence([exampleValue(item)])
    case .map(let item): .mapping(of: [("key", exampleValue(item))])
    case .either(let forms): exampleValue(forms.first ?? .any)
    case .plugin(let kind): catalog.pages(of: kind).first.map { reference($0) } ?? .scalar("")
    case .pluginSet: .mapping([:])
    case .record(let page): parameters(page.entries)
    }
  }

  private static func node(_ text: String) -> SettingsNode {
    // Defaults in words may be no YAML.
    (try? YAMLDocument.parse(text, file: "example")) ?? .scalar(text)
  }
}

extension ValueForm {
  fileprivate var kinds: [PluginKind] {
    switch self {
    case .plugin(let kind), .pluginSet(let kind): [kind]
    case .list(let form), .map(let form): form.kinds
    case .either(let forms): forms.flatMap(\.kinds)
    case .record(let page): page.entries.flatMap { $0.form.kinds }
    default: []
    }
  }

  fileprivate var records: [ManualPage] {
    switch self {
    case .record(let page): [page]
    case .list(let form), .map(let form): form.records
    case .either(let forms): forms.flatMap(\.records)
    default: []
    }
  }
}

extension Bounds {
  fileprivate var example: Double { [1, lower + 1, lower, upper].first { contains($0) } ?? 0 }
}

extension SettingsNode {
  /// The mapping as people write it: an entry per line, with short values beside their keys.
  fileprivate var exampleText: String { lines(isTop: true).joined(separator: "\n") }

  private func lines(isTop: Bool = false) -> [String] {
    switch content {
    case .mapping(let mapping) where isTop || !isShort:
      mapping.entries.flatMap { entry in
        let value = entry.value
        if value.scalar != nil || value.isShort { return ["\(entry.key): \(value.flowText)"] }
        return ["\(entry.key):"] + value.lines().map { "  \($0)" }
      }
    case .sequence(let items) where !isShort:
      items.flatMap { item in
        let parts = item.mapping.map { $0.entries.count > 1 } == true
        return item.lines(isTop: parts || item.isPlugin).enumerated().map { index, line in
          (index == 0 ? "- " : "  ") + line
        }
      }
    default: [flowText]
    }
  }

  private var isPlugin: Bool { mapping?.entries.count == 1 }

  /// Whether it fits on one line. A list of mappings does not.
  private var isShort: Bool {
    if let items = sequence, items.contains(where: { $0.mapping != nil }) { return false }
    return flowText.count <= 56
  }
}

import ForceLabPlugins
import ForceLabSettings
import ForceLabYAML

/// Makes a minimal example of every plugin and part of an experiment from their manuals.
public struct ExampleMaker: Sendable {
  public typealias Part = (page: ManualPage, key: String)

  /// What an example shows: a plugin of a kind, or a part, which has no kind.
  private typealias Subject = (page: ManualPage, kind: PluginKind?)

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
    var parts: [Part] = files.map { ($0, $0.name) }
    var waiting = (files + roots.map { $0.page }).flatMap(\.entries)
    while !waiting.isEmpty {
      let entry = waiting.removeFirst()
      for page in entry.form.records where !parts.contains(where: { $0.page.name == page.name }) {
        parts.append((page, entry.name))
        waiting += page.entries
      }
    }
    return parts
  }

  /// An example of the plugin `page` of `kind`, or of a part; nil if it cannot occur in a file.
  public func example(of page: ManualPage, _ kind: PluginKind? = nil) -> String? {
    let subject = (page, kind)
    if kind == nil, files.contains(where: { $0.name == page.name }) {
      return parameters(page.entries).exampleText
    }
    for file in files {
      guard let found = entry(of: file.entries, showing: subject)?.pairs else { continue }
      return SettingsNode.mapping(of: found + Self.node(page.context).pairs).exampleText
    }
    for root in roots {
      let key = (key: root.kind.name, value: SettingsNode.scalar(root.page.name))
      let entries = root.page.entries
      if kind == root.kind, page.name == root.page.name {
        return SettingsNode.mapping(of: [key] + parameters(entries).pairs).exampleText
      }
      guard let found = entry(of: entries, showing: subject)?.pairs else { continue }
      let isDefault = files.first?.entries.contains {
        $0.name == key.key && $0.defaultText == root.page.name
      }
      let required = entries.filter { entry in
        entry.isRequired && !found.contains { $0.key == entry.name }
      }
      let context = Self.node(page.context).pairs
      let rest = found.filter { entry in !context.contains { $0.key == entry.key } }
      return SettingsNode.mapping(
        of: (isDefault == true ? [] : [key]) + values(of: required) + rest + context
      ).exampleText
    }
    return nil
  }

  /// A mapping of the first of `entries` that takes `subject`, or else can contain it, with an example of it.
  private func entry(of entries: [ManualPage.Entry], showing subject: Subject) -> SettingsNode? {
    let own = entries.filter { subject.kind.map($0.form.kinds.contains) ?? false }
    for entry in own + entries {
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
    switch form {
    case .plugin(let kind) where kind == subject.kind: return reference(subject.page)
    case .plugin(let kind):
      // A plugin with a parameter of the kind.
      guard let shown = subject.kind else { return nil }
      return catalog.pages(of: kind).lazy.compactMap { owner in
        owner.entries.first {
          if case .plugin(shown) = $0.form { true } else { false }
        }.map { entry in
          let found = [(key: entry.name, value: reference(subject.page))]
          let parameters = values(of: owner.entries.filter(\.isRequired)) + found
          return .mapping([owner.name: .mapping(of: parameters)])
        }
      }.first
    case .pluginSet(let kind) where kind == subject.kind:
      return .mapping([subject.page.name: parametersOrShort(subject.page)])
    case .pluginSet(let kind):
      return catalog.pages(of: kind).lazy.compactMap { page in
        entry(of: page.entries, showing: subject).map { .mapping([page.name: $0]) }
      }.first
    case .list(let item):
      return value(of: item, like: example, showing: subject).map { .sequence([$0]) }
    case .either(let forms):
      return forms.lazy.compactMap { value(of: $0, like: example, showing: subject) }.first
    case .map(let item, _):
      let key = example.flatMap { Self.node($0).pairs.first?.key } ?? "key"
      return value(of: item, like: nil, showing: subject).map { .mapping([key: $0]) }
    case .record(let page) where subject.kind == nil && page.name == subject.page.name:
      return parameters(page.entries)
    case .record(let page):
      return entry(of: page.entries, showing: subject).map { found in
        let isInline = found.pairs.contains { entry in
          page.inlineKind.map { catalog.entry(of: $0, named: entry.key) != nil } ?? false
        }
        var all = parameters(page.entries, withInline: !isInline)
        for entry in found.pairs { all[entry.key] = entry.value }
        return all
      }
    default: return nil
    }
  }

  private func reference(_ page: ManualPage) -> SettingsNode {
    let parameters = parametersOrShort(page)
    return parameters.mapping?.entries.isEmpty == true
      ? .scalar(page.name) : .mapping([page.name: parameters])
  }

  private func parametersOrShort(_ page: ManualPage) -> SettingsNode {
    let parameters = parameters(page.entries)
    let pairs = parameters.pairs
    return pairs.count == 1 && pairs[0].key == page.shorthand ? pairs[0].value : parameters
  }

  /// The parameters that are required or have an example, or else the first one with a default.
  private func parameters(_ all: [ManualPage.Entry], withInline: Bool = true) -> SettingsNode {
    let entries = all.filter { !$0.isInline }
    var shown = entries.filter { $0.isRequired || $0.example != nil }
    if shown.isEmpty {
      shown += entries.filter {
        !$0.isDefaultInWords && !["[]", "{}", "''"].contains($0.defaultText)
      }.prefix(1)
    }
    let inline = withInline ? all.first(where: \.isInline)?.example : nil
    return .mapping(of: values(of: shown) + (inline.map { Self.node($0).pairs } ?? []))
  }

  private func values(of entries: [ManualPage.Entry]) -> [(key: String, value: SettingsNode)] {
    entries.map { entry in
      let text = entry.example ?? (entry.isRequired ? nil : entry.defaultText)
      return (entry.name, text.map(Self.node) ?? exampleValue(entry.form))
    }
  }

  private func exampleValue(_ form: ValueForm) -> SettingsNode {
    switch form {
    case .boolean: .scalar("true")
    case .integer(let bounds), .number(let bounds): .scalar(bounds.example.shortText)
    case .text, .path, .name, .weights, .any: .scalar("example")
    case .choice(let words): .scalar(words.first ?? "example")
    case .list(let item): .sequence([exampleValue(item)])
    case .map(let item, _): .mapping(of: [("key", exampleValue(item))])
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
    leaves.flatMap { form -> [PluginKind] in
      switch form {
      case .plugin(let kind), .pluginSet(let kind): [kind]
      case .record(let page): page.entries.flatMap { $0.form.kinds }
      default: []
      }
    }
  }

  fileprivate var records: [ManualPage] {
    leaves.compactMap { if case .record(let page) = $0 { page } else { nil } }
  }
}

extension Bounds {
  fileprivate var example: Double { [1, lower + 1, lower, upper].first { contains($0) } ?? 0 }
}

extension SettingsNode {
  fileprivate var pairs: [(key: String, value: SettingsNode)] {
    mapping?.entries.map { ($0.key, $0.value) } ?? []
  }
}

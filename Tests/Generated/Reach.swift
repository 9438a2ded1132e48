import ForceLabPlugins
import ForceLabSettings

/// The parameters that a document has, found by the declarations of its plugins.
struct Reach {
  /// The kinds and names of plugins.
  private(set) var plugins: Set<String> = []
  /// The parameters that the document gives, after the plugin or the part that they belong to.
  private(set) var parameters: Set<String> = []
  /// The paths of parameters that the document or a default has, with the forms of their values.
  private(set) var paths: [(path: String, form: ValueForm)] = []
  private let catalog: Catalog

  /// Finds those of the parameters `page` of `document`; with `defaults`, also those of values that it does
  /// not give.
  init(_ document: SettingsNode, page: ManualPage, in catalog: Catalog, defaults: Bool = false) {
    self.catalog = catalog
    if let study = document["study"]?.scalar?.text { plugins.insert("study \(study)") }
    visit(document, page, name: page.name, path: "", defaults)
  }

  private mutating func visit(
    _ node: SettingsNode, _ page: ManualPage, name: String, path: String, _ defaults: Bool
  ) {
    guard let mapping = node.mapping, !page.takesMappings else {
      guard let short = page.entries.first(where: { $0.name == page.shorthand }) else { return }
      if !node.isNull { visit(node, short, name: name, path: path, defaults) }
      return
    }
    for entry in page.entries {
      guard !entry.isInline else {
        visit(node, entry.form, path: path, defaults)
        continue
      }
      if let value = mapping[entry.name] {
        visit(value, entry, name: name, path: path, defaults)
      } else if defaults {
        paths.append((path + entry.name, entry.form))
        visit(entry.defaultValue, entry.form, path: path + entry.name + ".", true)
      }
    }
  }

  private mutating func visit(
    _ node: SettingsNode, _ entry: ManualPage.Entry, name: String, path: String, _ defaults: Bool
  ) {
    parameters.insert("\(name).\(entry.name)")
    paths.append((path + entry.name, entry.form))
    visit(node, entry.form, path: path + entry.name + ".", defaults)
  }

  private mutating func visit(
    _ node: SettingsNode, _ form: ValueForm, path: String, _ defaults: Bool
  ) {
    switch form {
    case .list(let item): node.sequence?.forEach { visit($0, item, path: path, defaults) }
    case .map(let item, _):
      node.mapping?.entries.forEach { visit($0.value, item, path: path, false) }
    case .either(let forms): forms.forEach { visit(node, $0, path: path, defaults) }
    case .plugin(let kind), .pluginSet(let kind):
      let entries = node.mapping?.entries.map { ($0.key, $0.value) }
      for (name, value) in entries ?? [(node.scalar?.text ?? "", .scalar("null"))] {
        guard let page = catalog.entry(of: kind, named: name)?.page else { continue }
        plugins.insert("\(kind.name) \(name)")
        let empty = SettingsNode.mapping([:])
        visit(
          defaults && value.isNull ? empty : value, page, name: "\(kind.name) \(name)",
          path: path + name + ".", defaults)
      }
    case .record(let page): visit(node, page, name: page.name, path: path, defaults)
    default: break
    }
  }
}

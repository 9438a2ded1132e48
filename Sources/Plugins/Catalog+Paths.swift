import ForceLabSettings

extension Catalog {
  /// The plugin `node` of `kind` with `folder` before its relative paths.
  package func prefixing(pathsOf node: SettingsNode, _ kind: PluginKind, with folder: String)
    -> SettingsNode
  {
    prefixing(node, .plugin(kind), folder)
  }

  private func prefixing(_ node: SettingsNode, _ form: ValueForm, _ folder: String) -> SettingsNode
  {
    var node = node
    switch form {
    case .path:
      guard let text = node.scalar?.text, !text.hasPrefix("/"), !text.isEmpty else { return node }
      node.content = .scalar(Scalar(value: .string("\(folder)/\(text)")))
    case .list(let form):
      guard let items = node.sequence else { return node }
      node.content = .sequence(items.map { prefixing($0, form, folder) })
    case .plugin(let kind), .pluginSet(let kind):
      guard var mapping = node.mapping else { return node }
      for (index, entry) in mapping.entries.enumerated() {
        guard let page = type(of: kind, named: entry.key)?.page else { continue }
        mapping.entries[index].value = prefixing(entry.value, .record(page), folder)
      }
      node.content = .mapping(mapping)
    case .record(let page):
      let form = { (name: String) in page.entries.first { $0.name == name }?.form ?? .any }
      guard var mapping = node.mapping else {
        return page.shorthand.map { prefixing(node, form($0), folder) } ?? node
      }
      for (index, entry) in mapping.entries.enumerated() {
        mapping.entries[index].value = prefixing(entry.value, form(entry.key), folder)
      }
      node.content = .mapping(mapping)
    default: break
    }
    return node
  }
}

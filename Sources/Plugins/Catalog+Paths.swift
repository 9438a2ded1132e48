import ForceLabSettings

extension Catalog {
  /// `node`, a value of `form` and `unit`, with the result of `change` for each number, path and other scalar
  /// in it whose form the manuals state.
  package func changing(
    _ node: SettingsNode, _ form: ValueForm, unit: String = "",
    by change: (SettingsNode, _ form: ValueForm, _ unit: String) -> SettingsNode
  ) -> SettingsNode {
    var node = node
    switch form {
    case .list(let form):
      guard let items = node.sequence else { return node }
      node.content = .sequence(items.map { changing($0, form, unit: unit, by: change) })
    case .either(let forms):
      node = forms.reduce(node) { changing($0, $1, unit: unit, by: change) }
    case .map(let form, _):
      node.changeValues { changing($0.value, form, unit: unit, by: change) }
    case .plugin(let kind), .pluginSet(let kind):
      node.changeValues { entry in
        guard let page = self.entry(of: kind, named: entry.key)?.page else { return entry.value }
        return changing(entry.value, .record(page), by: change)
      }
    case .record(let page):
      let parameter = { (name: String) in page.entries.first { $0.name == name } }
      guard node.mapping != nil, !page.takesMappings else {
        return page.shorthand.flatMap(parameter).map {
          changing(node, $0.form, unit: $0.unit, by: change)
        } ?? node
      }
      node.changeValues { entry in
        if let found = parameter(entry.key), !found.isInline {
          return changing(entry.value, found.form, unit: found.unit, by: change)
        }
        guard let kind = page.inlineKind else { return entry.value }
        return changing(SettingsNode.mapping([entry.key: entry.value]), .plugin(kind), by: change)[
          entry.key] ?? entry.value
      }
    default: return change(node, form, unit)
    }
    return node
  }

  /// The plugin `node` of `kind` with `folder` before its relative paths.
  package func prefixing(pathsOf node: SettingsNode, _ kind: PluginKind, with folder: String)
    -> SettingsNode
  {
    changing(node, .plugin(kind)) { node, form, _ in
      guard case .path = form, let text = node.scalar?.text, !text.hasPrefix("/"), !text.isEmpty
      else { return node }
      var node = node
      node.content = .scalar(Scalar(value: .string("\(folder)/\(text)")))
      return node
    }
  }
}

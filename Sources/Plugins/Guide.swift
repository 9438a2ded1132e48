/// What `list` and `describe` print.
public struct Guide {
  private let catalog: Catalog

  /// A guide to the plugins of `catalog`.
  public init(_ catalog: Catalog) { self.catalog = catalog }

  /// The kinds that `name` may mean, in the singular or the plural, upper or lower case.
  public func kinds(named name: String) -> [PluginKind] {
    catalog.kinds.filter { [$0.name, $0.plural].contains(name.lowercased()) }
  }

  /// What the user may have meant by the kind `name`.
  public func suggestKind(for name: String) -> String {
    let known = catalog.kinds.map(\.name)
    let hint = suggestion(for: name, among: known)
    return hint.isEmpty ? "there are \(known.joined(separator: ", "))" : hint
  }

  /// The plugins of `kinds`, a line each below the name of their kind.
  public func list(_ kinds: [PluginKind]? = nil) -> String {
    let kinds = kinds ?? catalog.kinds
    let pages = kinds.flatMap { catalog.types(of: $0) }.map { $0.page }
    let width = pages.map(\.name.count).max() ?? 0
    return kinds.map { kind in
      let lines = catalog.types(of: kind).map { type in
        "  \(padded(type.page.name, width))  \(type.page.summary)"
      }
      return "\(kind.plural): \(kind.summary)\n" + lines.joined(separator: "\n")
    }.joined(separator: "\n\n")
  }

  /// All that is said of the plugins called `name`, or `kind/name`; nil if there are none.
  public func describe(_ name: String) -> String? {
    let parts = name.split(separator: "/", maxSplits: 1).map(String.init)
    let found = catalog.types.filter { type in
      type.page.name == parts.last
        && (parts.count < 2 || kinds(named: parts[0]).contains(type.kind))
    }
    return found.isEmpty ? nil : found.map { describe($0) }.joined(separator: "\n\n")
  }

  /// What the user may have meant by the plugin `name`.
  public func suggestPlugin(for name: String) -> String {
    let hint = suggestion(for: name, among: catalog.types.map { $0.page.name })
    return hint.isEmpty ? "`forcelab list` names them all" : hint
  }

  private func describe(_ type: any Plugin.Type) -> String {
    let page = type.page
    var lines = ["\(page.name) (\(type.kind.name))", "  \(page.summary)"]
    if !page.source.isEmpty { lines.append("  Source: \(page.source)") }
    if page.version > 1 { lines.append("  Version: \(page.version)") }
    if !page.entries.isEmpty {
      lines.append("")
      lines.append("  Parameters:")
    }
    let width = page.entries.map(\.name.count).max() ?? 0
    for entry in page.entries {
      let unit = entry.unit.isEmpty ? "" : " [\(entry.unit)]"
      let otherwise = entry.isRequired ? "required" : "default: \(entry.defaultText)"
      lines.append("    \(padded(entry.name, width))  \(entry.text)")
      lines.append("    \(padded("", width))  \(entry.form.words)\(unit); \(otherwise)")
    }
    return lines.joined(separator: "\n")
  }

  private func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}

import ForceLabPlugins
import ForceLabSettings
import ForceLabYAML

/// Plugins that stand for several values.
extension Planner {
  /// `sweeps` with the members of each collection in its place. One at the top of the file varies slowest.
  mutating func expandCollections(in sweeps: Sweeps) -> Sweeps {
    var expanded = sweeps
    let tops = topCollections()
    if !tops.isEmpty && expanded.all.isEmpty { expanded.all = [Sweep()] }
    for index in expanded.all.indices {
      var sweep = expanded.all[index]
      sweep.grid = expand(sweep.grid)
      sweep.zip = expand(sweep.zip)
      if let over = sweep.sample?.over { sweep.sample?.over = expand(over) }
      let swept = Set(sweep.axes.map(\.key))
      sweep.outer = tops.filter { !swept.contains($0.key) }
      expand(&sweep.variants)
      expanded.all[index] = sweep
    }
    return expanded
  }

  /// The axes of the collections among the parameters at the top of the file, which `set` may change.
  private mutating func topCollections() -> [Axes.Entry] {
    let base = ConfigurationTree(document, overrides: overrides, root: root, catalog: catalog)
    return (base.tree.mapping?.entries ?? []).compactMap { entry in
      guard let members = members(of: entry.value, at: entry.key) else { return nil }
      let own = overrides.filter { $0.isReplaced(by: [entry.key]) }
      for fault in base.faults where own.contains(where: { $0.location == fault.location }) {
        add(fault)
      }
      overrides.removeAll { $0.isReplaced(by: [entry.key]) }
      return Axes.Entry(entry.key, .list(members), at: entry.keyLocation)
    }
  }

  private mutating func expand(_ axes: Axes) -> Axes {
    var axes = axes
    for (index, axis) in axes.all.enumerated() {
      guard case .list(var values) = axis.value else { continue }
      var path = axis.key
      // `graph.corpus: [a, b]` stands for `graph: [{corpus: a}, {corpus: b}]`.
      if let dot = path.lastIndex(of: ".") {
        let (owner, name) = (String(path[..<dot]), String(path[dot...].dropFirst()))
        if collectionKind(name, at: owner) != nil {
          (path, values) = (owner, values.map { .mapping([name: $0], at: $0.location) })
        }
      }
      let all = values.flatMap { members(of: $0, at: path) ?? [$0] }
      axes.all[index] = Axes.Entry(path, .list(all), at: axis.location)
    }
    return axes
  }

  /// A variant that sets a parameter to a collection becomes several of one name.
  private mutating func expand(_ variants: inout Variants) {
    variants.all = variants.all.flatMap { variant in
      var all = [variant]
      for (index, setting) in variant.settings.enumerated() {
        guard let members = members(of: setting.value, at: setting.path) else { continue }
        variants.collectionPaths.insert(setting.path)
        all = members.flatMap { member in
          all.map {
            var copy = $0
            copy.settings[index].value = member
            return copy
          }
        }
      }
      return all
    }
  }

  /// The kind of the parameter `path`, if `name` is one of its collections.
  private func collectionKind(_ name: String, at path: String) -> PluginKind? {
    // Unknown paths are reported elsewhere.
    guard case .plugin(let kind)? = try? ParameterPath(path).form(from: root, in: catalog),
      catalog.type(of: kind, named: name) is any ValueCollection.Type
    else { return nil }
    return kind
  }

  /// The members of the collection `node`; nil if it is an ordinary value of the parameter `path`.
  private mutating func members(of node: SettingsNode, at path: String) -> [SettingsNode]? {
    guard let kind = node.pluginName.flatMap({ collectionKind($0, at: path) }) else { return nil }
    return decode { decoder in
      guard let collection = decoder.plugin(kind, from: node) as? any ValueCollection else {
        return []
      }
      return collection.members(by: &decoder) { (file) throws(Diagnostic) in
        try YAMLDocument.load(file.path)
      }
    }
  }
}

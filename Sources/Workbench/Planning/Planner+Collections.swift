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
      guard case .list(let values) = axis.value else { continue }
      axes.all[index].value = .list(values.flatMap { members(of: $0, at: axis.key) ?? [$0] })
      // `graph.corpus: [a, b]` stands for `graph: [{corpus: a}, {corpus: b}]`.
      guard let dot = axis.key.lastIndex(of: ".") else { continue }
      let (path, name) = (String(axis.key[..<dot]), String(axis.key[dot...].dropFirst()))
      let all = values.compactMap { members(of: .mapping([name: $0], at: $0.location), at: path) }
      guard all.count == values.count, !all.isEmpty else { continue }
      axes.all[index] = Axes.Entry(path, .list(all.flatMap { $0 }), at: axis.location)
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

  /// The members of the collection `node`; nil if it is an ordinary value of the parameter `path`.
  private mutating func members(of node: SettingsNode, at path: String) -> [SettingsNode]? {
    // Unknown paths are reported elsewhere.
    guard case .plugin(let kind)? = try? ParameterPath(path).form(from: root, in: catalog),
      let name = node.pluginName, catalog.type(of: kind, named: name) is any ValueCollection.Type
    else { return nil }
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

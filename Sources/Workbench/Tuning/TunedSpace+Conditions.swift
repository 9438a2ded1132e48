import ForceLabPlugins
import ForceLabSettings

extension TunedSpace {
  /// Conditions on choices, such as an engine or a preset, with some of which a setting of `index` is an error.
  func uses(of index: Int, _ plan: Plan) -> [Condition] {
    let document = plan.unsweptDocument(with: plan[trial: plan.firstTrial(of: 1)])
    let fixed = (document["set"]?.mapping?.entries ?? []).filter { !$0.isReplaced(by: paths) }
    let key = ParameterPath(dimensions[index].path).steps[0]
    func isUsed(_ settings: [Setting]) -> Bool {
      let configuration = ConfigurationTree(
        document, settings, overrides: fixed, root: plan.root, catalog: plan.catalog)
      var decoder = ParameterDecoder(catalog: plan.catalog, folder: plan.folder)
      let study = decoder.study(type(of: plan.configurations[0].study), from: configuration.tree)
      return configuration.faults.isEmpty && study?.unused.keys.contains(key) != true
    }
    return dimensions.indices.filter { $0 != index && dimensions[$0].isList }.compactMap { other in
      var seen: Set = [index, other]
      let parents = parents(of: index, &seen)
      let values = dimensions[other].ends.filter { value in
        dimensions[index].ends.contains {
          isUsed(parents + [dimensions[other].setting(value), dimensions[index].setting($0)])
        }
      }
      // If it is one with all of them, its check says so.
      guard !values.isEmpty, values.count < dimensions[other].ends.count else { return nil }
      return (other, { value in values.contains { $0.hasSameContent(as: value) } })
    }
  }

  /// The conditions on parameters that are tuned, too. A parameter that the file sets makes others an error.
  func conditions(of index: Int) -> [Condition] {
    let path = dimensions[index].path
    var found: [Condition] = []
    if let choice = dimensions.firstIndex(where: { path.hasPrefix($0.path + ".") }) {
      let rest = path.dropFirst(dimensions[choice].path.count + 1)
      let plugin = String(rest.prefix { $0 != "." })
      found.append((choice, { $0.chooses(plugin) }))
    }
    let owner = path.prefix(through: path.lastIndex(of: ".") ?? path.startIndex)
    for entry in dimensions[index].effect?.all ?? [] {
      let other = dimensions.firstIndex { $0.path == owner + entry.key && $0.isList }
      guard let other else { continue }
      found.append((other, entry.isMet))
    }
    return found
  }
}

extension SettingsNode {
  /// Whether it is `plugin`, or a list with it.
  fileprivate func chooses(_ plugin: String) -> Bool {
    (sequence ?? [self]).contains { $0.pluginName == plugin }
  }
}

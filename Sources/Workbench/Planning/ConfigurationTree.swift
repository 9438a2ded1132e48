import ForceLabPlugins
import ForceLabSettings

/// The settings of one configuration: the file, with the values of its axes and its preset.
struct ConfigurationTree {
  private(set) var tree: SettingsNode
  private(set) var faults: [Diagnostic] = []
  /// Notes on keys of the file that override those of a preset in a variant or a sweep.
  private(set) var notes: [Diagnostic] = []

  private let root: ManualPage
  private let catalog: Catalog

  /// Sets the preset first, and shorter paths before longer ones, so that a swept plugin is there
  /// before its own swept parameters.
  init(
    _ document: SettingsNode, _ settings: [Combinations.Setting] = [], root: ManualPage,
    catalog: Catalog
  ) {
    (tree, self.root, self.catalog) = (document, root, catalog)
    for setting in settings where setting.isOfPreset { set(setting) }
    expandPreset(
      chosenAt: settings.first { $0.isOfPreset }?.location, besides: Set(settings.map(\.path)))
    let depth = { (path: String) in path.count { $0 == "." } }
    for setting in settings.sorted(by: { depth($0.path) < depth($1.path) })
    where !setting.isOfPreset {
      set(setting)
    }
  }

  private mutating func set(_ setting: Combinations.Setting) {
    let path = ParameterPath(setting.path)
    do {
      try path.addDefaultList(to: &tree, at: setting.location, root: root, catalog: catalog)
      try path.checkConflict(with: tree, root: root, catalog: catalog)
      try path.set(setting.value, in: &tree)
    } catch {
      let variant = tree[Variants.path]?.scalar.map { "variant '\($0.text)': " } ?? ""
      faults.append(Diagnostic(variant + error.message, at: setting.location))
    }
  }

  /// Adds the keys of the preset that the file does not have. The configuration sets the keys `others`.
  private mutating func expandPreset(chosenAt location: Location?, besides others: Set<String>) {
    guard let node = tree["preset"], !node.isNull, var mapping = tree.mapping else { return }
    var decoder = ParameterDecoder(catalog: catalog)
    let preset = decoder.plugin(.preset, from: node) as? any Preset
    faults += decoder.diagnostics
    guard let preset, let entries = preset.settings.mapping?.entries else { return }
    if let entry = entries.first(where: { entry in
      !root.entries.contains { $0.name == entry.key }
    }) {
      faults.append(
        Diagnostic(
          "the preset '\(preset.name)' sets '\(entry.key)', which this study does not have; "
            + "use another study or remove the preset", at: node.location))
      return
    }
    let overridden = entries.map(\.key).filter { mapping[$0] != nil && !others.contains($0) }
    for entry in entries where mapping[entry.key] == nil {
      mapping[entry.key] = entry.value.moved(to: node.location)
    }
    tree.content = .mapping(mapping)
    guard let location, !overridden.isEmpty else { return }
    let names = overridden.map { "'\($0)'" }.joined(separator: ", ")
    notes.append(
      Diagnostic(
        "the values of \(names) at the top of the file apply, not those of the preset "
          + "'\(preset.name)'", at: location, severity: .note))
  }
}

extension Combinations.Setting {
  /// Whether it names a preset, or sets a parameter of one.
  var isOfPreset: Bool { path == "preset" || path.hasPrefix("preset.") }
}

extension SettingsNode {
  /// The same content, all of it at `location`.
  func moved(to location: Location) -> SettingsNode {
    switch content {
    case .scalar: SettingsNode(content, at: location)
    case .sequence(let items): .sequence(items.map { $0.moved(to: location) }, at: location)
    case .mapping(let mapping):
      SettingsNode(
        .mapping(
          Mapping(
            mapping.entries.map {
              Mapping.Entry(
                key: $0.key, keyLocation: location, value: $0.value.moved(to: location))
            })), at: location)
    }
  }
}

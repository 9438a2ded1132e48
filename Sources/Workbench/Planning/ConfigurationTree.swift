import ForceLabPlugins
import ForceLabSettings

/// A value at a path, such as `forces.many-body.strength`: an entry of a mapping of paths.
typealias Setting = Mapping.Entry

extension Setting {
  var path: String { key }
  var location: Location { keyLocation }
  var depth: Int { path.count { $0 == "." } }

  /// Whether it names a preset, or sets a parameter of one.
  var isOfPreset: Bool { path == "preset" || path.hasPrefix("preset.") }
}

extension [Setting] {
  var node: SettingsNode { SettingsNode(.mapping(Mapping(self)), at: .generated) }
}

/// The settings of one configuration, in layers: the preset, the keys of the file, the values of axes
/// and variants, and `set`. Each overrides those before it; of two paths, the longer one does.
struct ConfigurationTree {
  private(set) var tree: SettingsNode
  private(set) var faults: [Diagnostic] = []
  /// Notes on keys of the file that override those of a preset in a variant or a sweep.
  private(set) var notes: [Diagnostic] = []
  /// The file that describes the preset, if one does.
  private(set) var files: Set<String> = []
  /// The parameters of the preset that have a condition.
  private(set) var conditional: [ConditionalSetting] = []

  private let root: ManualPage
  private let catalog: Catalog

  /// The configuration of the axes' values `settings` and of the `overrides` of `set`.
  init(
    _ document: SettingsNode, _ settings: [Setting] = [],
    overrides: [Setting] = [], root: ManualPage, catalog: Catalog
  ) {
    (tree, self.root, self.catalog) = (document, root, catalog)
    // Shorter paths come first, so that a plugin is there before its own parameters.
    let layers = settings.map { ($0, false) } + overrides.map { ($0, true) }
    let ordered = layers.sorted { $0.0.depth < $1.0.depth }
    for (setting, isOverride) in ordered where setting.isOfPreset { set(setting, isOverride) }
    expandPreset(
      chosenAt: ordered.first { $0.0.isOfPreset }?.0.location,
      besides: ordered.map(\.0).filter { !$0.isOfPreset })
    for (setting, isOverride) in ordered where !setting.isOfPreset { set(setting, isOverride) }
  }

  private mutating func set(_ setting: Setting, _ isOverride: Bool) {
    let path = ParameterPath(setting.path)
    do throws(ParameterError) {
      try path.expand(&tree, at: setting.location, root: root, catalog: catalog)
      if !isOverride, let found = path.conflict(with: tree, root: root, catalog: catalog) {
        throw ParameterError(
          "cannot set '\(path.text)' where '\(found.prefix)' is '\(found.present)'; exclude that "
            + "combination, or write two sweeps")
      }
      try path.set(setting.value, in: &tree)
    } catch {
      let variant = tree[Variants.path]?.scalar?.text
      let hint = isOverride ? variant.map { Variants.hint(setting.path, $0) } ?? "" : ""
      let message = (variant.map { "variant '\($0)': " } ?? "") + error.message + hint
      faults.append(Diagnostic(message, at: setting.location))
    }
  }

  /// Adds the keys of the preset that the file does not have. The configuration has the settings `others`.
  private mutating func expandPreset(chosenAt location: Location?, besides others: [Setting]) {
    guard let node = tree["preset"], !node.isNull else { return }
    var decoder = ParameterDecoder(catalog: catalog)
    let preset = decoder.plugin(.preset, from: node) as? any Preset
    faults += decoder.diagnostics
    (files, conditional) = (decoder.files, decoder.conditional)
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
    for key in preset.fixedKeys {
      let setting = others.last { $0.path == key }
      guard let plugin = preset.settings[key]?.pluginName,
        let other = setting?.value ?? tree[key], other.pluginName != plugin
      else { continue }
      faults.append(
        Diagnostic(
          "the preset '\(preset.name)' computes its layout in the \(key) '\(plugin)', which this replaces; "
            + "remove it, or write '\(key): \(plugin)' in the variant with the preset",
          at: setting?.location ?? other.location))
    }
    let reported = faults.isEmpty ? [] : preset.fixedKeys
    let paths = reported.union(others.map(\.path))
    let overridden = entries.map(\.key).filter { tree[$0] != nil && !paths.contains($0) }
    for entry in entries where tree[entry.key] == nil {
      tree[entry.key] = entry.value.moved(to: node.location)
    }
    guard let location, !overridden.isEmpty else { return }
    let names = overridden.map { "'\($0)'" }.joined(separator: ", ")
    notes.append(
      Diagnostic(
        "the values of \(names) at the top of the file apply, not those of the preset "
          + "'\(preset.name)'", at: location, severity: .note))
  }
}

extension SettingsNode {
  /// The same content, all of it at `location`.
  func moved(to location: Location) -> SettingsNode {
    switch content {
    case .scalar: SettingsNode(content, at: location)
    case .sequence(let items): .sequence(items.map { $0.moved(to: location) }, at: location)
    case .mapping(let mapping):
      .mapping(of: mapping.entries.map { ($0.key, $0.value.moved(to: location)) }, at: location)
    }
  }
}

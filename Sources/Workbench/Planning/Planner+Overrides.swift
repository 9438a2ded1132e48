import ForceLabPlugins
import ForceLabSettings

/// `--set`.
extension Planner {
  /// Sets the overrides in the document, the preset first.
  mutating func apply(_ overrides: [Override]) {
    let isOfPreset = { (override: Override) in override.path.steps.first == "preset" }
    var writer = OverrideWriter(root: root, catalog: catalog)
    for override in overrides.filter(isOfPreset) + overrides.filter({ !isOfPreset($0) }) {
      var changed = document
      do {
        try writer.write(override, to: &changed)
        document = changed
      } catch {
        self.error(error.message + variantHint(for: override), at: override.value.location)
      }
    }
  }

  /// How to set a parameter that not every variant has.
  private func variantHint(for override: Override) -> String {
    guard let variant = document["variants"]?.mapping?.entries.first?.key,
      !["variants", "sweep"].contains(override.path.steps.first)
    else { return "" }
    return "; for one variant alone, use --set 'variants.\(variant).\(override.path.text)=…'"
  }

  mutating func checkNotSwept(_ override: Override, in sweeps: Sweeps) {
    let path = override.path.text
    if Combinations.paths(of: sweeps).contains(path) {
      error(
        "'\(path)' is swept; set its values instead, as in "
          + "--set 'sweep.grid.\(path)=[\(override.value.flowText)]'", at: override.value.location)
    }
  }
}

/// Writes overrides into a document: at its top, and into the variants that set what they change.
private struct OverrideWriter {
  let root: ManualPage
  let catalog: Catalog
  /// The variants and paths that overrides were written to.
  private var written: Set<[String]> = []

  init(root: ManualPage, catalog: Catalog) { (self.root, self.catalog) = (root, catalog) }

  mutating func write(_ override: Override, to document: inout SettingsNode) throws(ParameterError)
  {
    let (path, value) = (override.path, override.value)
    if path.steps.first == "variants" || path.steps.first == "sweep" {
      // The keys of variants and of a sweep are paths themselves, which the plan checks.
      _ = try ParameterPath(path.steps[0]).form(from: root, in: catalog)
      return try path.set(value, in: &document)
    }
    _ = try path.form(from: root, in: catalog)
    guard try !writeToVariants(path, value, in: &document) else { return }
    let key = path.steps[0]
    if path.steps.count > 1, document[key] == nil {
      if let preset = ConfigurationTree(document, root: root, catalog: catalog).tree[key] {
        try ParameterPath(key).set(preset.moved(to: value.location), in: &document)
      } else if let place = sweptPreset(in: document) {
        throw ParameterError(
          "cannot set '\(path.text)', because '\(place)' is swept; sweep it, too, as in "
            + "--set 'sweep.grid.\(path.text)=[\(value.flowText)]'")
      }
    }
    try path.addDefaultList(to: &document, at: value.location, root: root, catalog: catalog)
    try path.set(value, in: &document)
  }

  /// The path of the preset if a sweep varies it.
  private func sweptPreset(in document: SettingsNode) -> String? {
    let sweeps = document["sweep"]?.sequence ?? [document["sweep"]].compactMap { $0 }
    let axes = sweeps.flatMap { [$0["grid"], $0["zip"], $0["sample"]?["over"]] }.compactMap { $0 }
    return axes.flatMap { $0.mapping?.entries.map(\.key) ?? [] }
      .first { $0 == "preset" || $0.hasPrefix("preset.") }
  }

  /// Writes to the variants that set a part of the file that `path` leads into. Returns whether all
  /// configurations are of such variants.
  private mutating func writeToVariants(
    _ path: ParameterPath, _ value: SettingsNode, in document: inout SettingsNode
  ) throws(ParameterError) -> Bool {
    let file = document
    guard var mapping = document.mapping else { return false }
    var isComplete = false
    if let variants = mapping["variants"] {
      let (changed, count) = try write(path, value, to: variants, of: file)
      mapping["variants"] = changed
      isComplete = count > 0 && count == variants.mapping?.entries.count
    }
    if var sweep = mapping["sweep"] {
      if var sweeps = sweep.sequence {
        for index in sweeps.indices {
          sweeps[index] = try written(path, value, toVariantsOf: sweeps[index], of: file)
        }
        sweep.content = .sequence(sweeps)
      } else {
        sweep = try written(path, value, toVariantsOf: sweep, of: file)
      }
      mapping["sweep"] = sweep
    }
    document.content = .mapping(mapping)
    return isComplete
  }

  private mutating func written(
    _ path: ParameterPath, _ value: SettingsNode, toVariantsOf sweep: SettingsNode,
    of document: SettingsNode
  ) throws(ParameterError) -> SettingsNode {
    guard var mapping = sweep.mapping, let variants = mapping["variants"] else { return sweep }
    mapping["variants"] = try write(path, value, to: variants, of: document).changed
    return SettingsNode(.mapping(mapping), at: sweep.location)
  }

  private mutating func write(
    _ path: ParameterPath, _ value: SettingsNode, to variants: SettingsNode,
    of document: SettingsNode
  ) throws(ParameterError) -> (changed: SettingsNode, count: Int) {
    guard var all = variants.mapping else { return (variants, 0) }
    var count = 0
    for index in all.entries.indices {
      let name = all.entries[index].key
      guard var settings = all.entries[index].value.mapping else { continue }
      if settings[path.text] != nil, !written.contains([name, path.text]) {
        throw ParameterError(
          "'\(path.text)' is set by the variant '\(name)'")
      }
      let isAbove = settings.entries.contains { path.text.hasPrefix($0.key + ".") }
      guard isAbove || hasPreset(settings, setting: path, in: document) else { continue }
      settings[path.text] = value
      all.entries[index].value.content = .mapping(settings)
      written.insert([name, path.text])
      count += 1
    }
    return (SettingsNode(.mapping(all), at: variants.location), count)
  }

  /// Whether the preset of a variant sets a key that `path` leads into and that the file has not.
  private func hasPreset(
    _ settings: Mapping, setting path: ParameterPath, in document: SettingsNode
  ) -> Bool {
    guard path.steps.count > 1, let preset = settings["preset"], document[path.steps[0]] == nil
    else { return false }
    let alone = SettingsNode.mapping(of: [("preset", preset)])
    return ConfigurationTree(alone, root: root, catalog: catalog).tree[path.steps[0]] != nil
  }
}

import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench

// The values of a study by their paths, such as `forces.many-body.strength`.
extension LayoutStudy {
  /// The keys whose values can change while a layout runs.
  static let changeableKeys = ["forces", "integrator", "repulsion", "nodes", "stop"]

  /// There may be thousands of events, whose encoding takes long.
  var encodedWithoutEvents: SettingsNode {
    var steady = self
    steady.events = []
    return steady.encoded()
  }

  /// The value at `path`, which leads to no event. Throws if there is none.
  func value(at path: String, in catalog: Catalog) throws(ParameterError) -> SettingsNode {
    let path = ParameterPath(path, in: "the layout")
    _ = try path.form(from: Self.page, in: catalog)
    let tree = encodedWithoutEvents
    if let value = path.value(in: tree) { return value }
    // Plugins are encoded without their defaults.
    var copy = tree
    try path.set(.scalar("null"), in: &copy)
    let owner = ParameterPath(path.steps.dropLast().joined(separator: "."))
    if let entry = path.entry(from: Self.page, in: catalog), owner.value(in: tree) != nil {
      return entry.defaultValue
    }
    throw ParameterError("the layout has no '\(path.text)'", parameter: path.text)
  }

  /// This study with another value at `path`, within its range. Throws a `ParameterError` if there is
  /// no such path or it cannot change while a layout runs, or a `Diagnostic` at the value.
  func setting(_ path: String, to value: AnyValue) throws -> LayoutStudy {
    let catalog = value.catalog ?? .graphStudies
    let path = ParameterPath(path, in: "the layout")
    _ = try path.form(from: Self.page, in: catalog)
    guard Self.changeableKeys.contains(path.steps[0]) else {
      throw ParameterError(
        "'\(path.steps[0])' cannot change while the layout runs; what can: "
          + Self.changeableKeys.joined(separator: ", "))
    }
    var tree = encodedWithoutEvents
    if let found = path.conflict(with: tree, root: Self.page, catalog: catalog) {
      throw ParameterError(
        "cannot set '\(path.text)': the layout has '\(found.present)' there, not '\(found.next)'")
    }
    guard let new = try Self.decoded(value, at: path, in: &tree) else { return self }
    var changed = self
    changed.take(path.steps[0], of: new)
    for problem in changed.problemsOfForces() { throw problem }
    return changed
  }

  /// A study whose part that `path` leads into is that of `tree` with `value` at the path. Throws a
  /// `Diagnostic` at the value, or a `ParameterError` if it cannot be set.
  static func decoded(
    _ value: AnyValue, at path: ParameterPath, in tree: inout SettingsNode
  ) throws -> LayoutStudy? {
    try path.set(value.node, in: &tree)
    let key = path.steps[0]
    guard let node = tree[key] else { return nil }
    var decoder = ParameterDecoder(catalog: value.catalog ?? .graphStudies, folder: value.folder)
    let decoded = decoder.decodePartially(LayoutStudy.self, from: .mapping(of: [(key, node)]))
    if var problem = decoder.diagnostics.first {
      // A range that no longer fits another value is reported at the other one, which no file gives.
      if problem.location == .generated { problem.location = value.node.location }
      throw problem
    }
    return decoded?.owner
  }
}

import ForceLabPlugins
import ForceLabSettings

/// Changes the values in an experiment by what their manuals say of them.
struct ParameterWalk {
  typealias Change = @Sendable (SettingsNode, _ form: ValueForm, _ unit: String) -> SettingsNode

  let root: ManualPage
  let catalog: Catalog
  /// The new value of a number, path or other scalar.
  let change: Change

  /// The parts of an experiment that have paths as keys.
  private static let partsWithPaths: Set = [
    "variants", "sweep", "set", "tune", "limits", "published", "chart",
  ]

  func changed(_ document: SettingsNode) -> SettingsNode {
    var document = catalog.changing(document, .record(root), by: change)
    document.changeValues {
      Self.partsWithPaths.contains($0.key) ? valuesOfPaths($0.value) : $0.value
    }
    return document
  }

  /// Changes the values of paths in `node`, at any depth.
  private func valuesOfPaths(_ node: SettingsNode) -> SettingsNode {
    var node = node
    if let items = node.sequence { node.content = .sequence(items.map(valuesOfPaths)) }
    node.changeValues { entry in
      let path = ParameterPath(entry.key)
      // Of a key that is no path, what is below may have some.
      guard let form = try? path.form(from: root, in: catalog) else {
        return valuesOfPaths(entry.value)
      }
      return values(entry.value, form, unit: path.entry(from: root, in: catalog)?.unit ?? "")
    }
    return node
  }

  /// Changes a value, a list of values, a range, or a test {below, above}.
  private func values(_ node: SettingsNode, _ form: ValueForm, unit: String) -> SettingsNode {
    var node = node
    if let items = node.sequence {
      node.content = .sequence(items.map { values($0, form, unit: unit) })
      return node
    }
    node.changeValues { entry in
      ["from", "to", "below", "above"].contains(entry.key)
        ? values(entry.value, form, unit: unit) : entry.value
    }
    return form.leaves.reduce(node) { catalog.changing($0, $1, unit: unit, by: change) }
  }

  /// Removes units: `30px` becomes `30`, so that tables, conditions and names of configurations have plain numbers.
  static let withoutUnits: Change = { node, form, unit in
    guard form.takesNumbers, let text = node.scalar?.text,
      let number = Units.number(in: text, of: unit)
    else { return node }
    return SettingsNode(number.encoded().content, at: node.location)
  }
}

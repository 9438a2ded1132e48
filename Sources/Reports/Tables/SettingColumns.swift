import ForceLabSettings
import ForceLabYAML

/// What varies from configuration to configuration, as columns of a table.
struct SettingColumns {
  /// A heading per path; numbers stand to the right.
  let headings: [FixedWidthTable.Heading]
  /// The values, a list per configuration.
  let rows: [[String]]

  init(_ paths: [String], _ settings: [[String]]) {
    let names = shortNames(of: paths)
    headings = names.indices.map { column in
      FixedWidthTable.Heading(
        names[column],
        isNumeric: settings.allSatisfy { Double($0[column]) != nil || $0[column].isEmpty })
    }
    rows = settings.map { $0.map { compact($0) } }
  }
}

/// A setting as it is said, plugins without the braces that YAML wants around their names:
/// `kd-tree {theta: 0.9}` for `{kd-tree: {theta: 0.9}}`.
func compact(_ setting: String) -> String {
  guard setting.contains("{"), let node = try? YAMLDocument.parse(setting, file: "") else {
    return setting
  }
  return compact(node)
}

private func compact(_ node: SettingsNode) -> String {
  if let items = node.sequence {
    return "[" + items.map { compact($0) }.joined(separator: ", ") + "]"
  }
  guard let entries = node.mapping?.entries, entries.count == 1 else { return node.flowText }
  if entries[0].value.isNull { return entries[0].key }
  guard entries[0].value.mapping != nil else { return node.flowText }
  return "\(entries[0].key) \(entries[0].value.flowText)"
}

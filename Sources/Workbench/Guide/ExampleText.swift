import ForceLabPlugins
import ForceLabSettings

extension SettingsNode {
  /// The mapping as people write it: an entry per line, with short values beside their keys.
  var exampleText: String { lines(isTop: true).joined(separator: "\n") }

  private func lines(isTop: Bool = false) -> [String] {
    switch content {
    case .mapping(let mapping) where isTop || !isShort:
      mapping.entries.flatMap { entry in
        let value = entry.value
        if value.scalar != nil || value.isShort {
          return ["\(entry.key): \(value.flowText)"]
        }
        return ["\(entry.key):"] + value.lines().map { "  \($0)" }
      }
    case .sequence(let items) where !isShort:
      items.flatMap { item in
        let parts = item.mapping.map { $0.entries.count > 1 } == true
        return item.lines(isTop: parts || item.isPlugin).enumerated().map { index, line in
          (index == 0 ? "- " : "  ") + line
        }
      }
    default: [flowText]
    }
  }

  private var isPlugin: Bool { mapping?.entries.count == 1 }

  /// Whether it fits on one line. A list of mappings does not.
  private var isShort: Bool {
    if let items = sequence, items.contains(where: { $0.mapping != nil }) { return false }
    return flowText.count <= 56
  }
}

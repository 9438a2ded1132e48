import Foundation
import ForceLabSettings
import ForceLabYAML

/// Short names of configurations, of what sets them apart alone: `verlet · strength −30`.
struct ConfigurationLabels {
  private var texts: [Int: String] = [:]

  /// The names of configurations of a run that sweeps `paths`, by what differs among them, apart from
  /// the values at the paths in `known`, which are told elsewhere. Within a group no name stands for two.
  /// No name is longer than `longest`.
  init(
    _ groups: [[ConfigurationTrials]], paths: [String], known: Set<String> = [], longest: Int = 48
  ) {
    let configurations = groups.flatMap { $0 }
    let names = shortNames(of: paths)
    let telling = paths.indices.filter { column in
      !known.contains(paths[column]) && Set(configurations.map { $0.settings[column] }).count > 1
    }
    // Plugins that most have need not be told where their parameters are.
    let usual = paths.indices.map { column in
      Self.mostCommon(
        configurations.map { Self.text($0.settings[column], called: "", isParent: true) })
    }
    func label(_ configuration: ConfigurationTrials) -> String {
      let parts = telling.compactMap { column -> String? in
        let value = configuration.settings[column]
        // What is swept below a plugin is told by itself.
        let isParent = telling.contains {
          paths[$0].hasPrefix(paths[column] + ".") && !configuration.settings[$0].isEmpty
        }
        let text = Self.text(value, called: names[column], isParent: isParent)
        return isParent && text == usual[column] ? nil : text
      }
      return Self.fitting(parts, longest)
    }
    for group in groups {
      let labels = group.map(label)
      for (configuration, label) in zip(group, labels) {
        let isUnique = labels.count { $0 == label } == 1
        texts[configuration.number] =
          isUnique
          ? label
          : ["#\(configuration.number)", label].filter { !$0.isEmpty }
            .joined(separator: " ")
      }
    }
  }

  /// The name of `configuration`.
  subscript(configuration: ConfigurationTrials) -> String {
    texts[configuration.number] ?? "#\(configuration.number)"
  }

  private static func mostCommon(_ texts: [String?]) -> String? {
    let counts = Dictionary(texts.compactMap { $0 }.map { ($0, 1) }, uniquingKeysWith: +)
    return counts.first { 2 * $0.value > texts.count }?.key
  }

  /// A value with the name of its path, where it does not speak for itself.
  static func text(_ value: String, called name: String, isParent: Bool = false) -> String? {
    if value.isEmpty { return nil }
    if Double(value) != nil || ["true", "false", "null"].contains(value) {
      return "\(name) \(typographic(value))"
    }
    guard value.contains(where: { "{[".contains($0) }),
      let node = try? YAMLDocument.parse(value, file: "")
    else { return value }
    return words(node, namesOnly: isParent)
  }

  /// A number with a minus sign that is as wide as a plus, and four digits if it has more than six.
  static func typographic(_ text: String) -> String {
    var number = text
    if text.count > 7, text.contains("."), let value = Double(text) {
      number = String(format: "%.4g", value)
    }
    return number.hasPrefix("-") ? "−" + number.dropFirst() : number
  }

  private static func words(_ node: SettingsNode, namesOnly: Bool) -> String {
    if let items = node.sequence {
      if items.count > 3, items.allSatisfy({ $0.scalar != nil }) { return "\(items.count) values" }
      return items.map { words($0, namesOnly: namesOnly || items.count > 1) }
        .joined(separator: " + ")
    }
    guard let entries = node.mapping?.entries else {
      return typographic(node.scalar?.text ?? node.flowText)
    }
    return entries.map { entry in
      if entry.value.isNull || namesOnly { return entry.key }
      return "\(entry.key) \(words(entry.value, namesOnly: false))"
    }.joined(separator: ", ")
  }

  /// The parts together. Where they do not fit, the longest are cut off, then the first go, for later
  /// axes vary faster.
  private static func fitting(_ parts: [String], _ longest: Int) -> String {
    var parts = parts[...]
    let length = { parts.joined(separator: " · ").count }
    while length() > longest,
      let long = parts.indices.max(by: { parts[$0].count < parts[$1].count })
    {
      let excess = length() - longest
      // A beginning of some letters still says what it is of.
      if parts[long].count > 14 {
        parts[long] = parts[long].prefix(max(13, parts[long].count - excess - 1)) + "…"
        if parts[long].count > 14 { continue }
      }
      guard parts.count > 1, length() > longest else { break }
      parts.removeFirst()
    }
    let text = parts.joined(separator: " · ")
    return text.count > longest ? text.prefix(longest - 1) + "…" : text
  }
}

import ForceLabSettings
import Foundation

/// Short labels of the settings that differ: `verlet · strength −30`.
struct ConfigurationLabels {
  private var labels: [Int: String] = [:]

  /// The labels of configurations of a run that sweeps `paths`, without the values at the paths in
  /// `known`. Labels are unique in each group, and not longer than `maxLength`.
  init(
    _ groups: [[ConfigurationTrials]], paths: [String], known: Set<String> = [], maxLength: Int = 48
  ) {
    let configurations = groups.flatMap { $0 }
    let names = shortNames(of: paths)
    let different = paths.indices.filter { path in
      !known.contains(paths[path]) && Set(configurations.map { $0.settings[path] }).count > 1
    }
    // The plugin that most configurations have is left out if parameters below it are shown.
    let common = paths.indices.map { path -> String? in
      let texts = configurations.compactMap {
        Self.text($0.settings[path], called: "", isParent: true)
      }
      let counts = Dictionary(texts.map { ($0, 1) }, uniquingKeysWith: +)
      return counts.first { 2 * $0.value > configurations.count }?.key
    }
    for group in groups {
      let texts = group.map { configuration in
        let parts = different.compactMap { path -> String? in
          let isParent = different.contains {
            paths[$0].hasPrefix(paths[path] + ".") && !configuration.settings[$0].isEmpty
          }
          let text = Self.text(
            configuration.settings[path], called: names[path], isParent: isParent)
          return isParent && text == common[path] ? nil : text
        }
        return Self.shortened(parts, maxLength)
      }
      let counts = Dictionary(texts.map { ($0, 1) }, uniquingKeysWith: +)
      for (configuration, text) in zip(group, texts) {
        let parts = (counts[text] == 1 ? [] : ["#\(configuration.number)"]) + [text]
        labels[configuration.number] = parts.filter { !$0.isEmpty }.joined(separator: " ")
      }
    }
  }

  /// Short names of combinations of settings at `paths`.
  static func names(of settings: [[String]], at paths: [String]) -> [String] {
    let entries = settings.enumerated().map {
      ConfigurationTrials(number: $0.offset + 1, settings: $0.element)
    }
    let labels = ConfigurationLabels([entries], paths: paths)
    return entries.map { labels[$0] }
  }

  subscript(configuration: ConfigurationTrials) -> String {
    labels[configuration.number] ?? "#\(configuration.number)"
  }

  /// Numbers and truth values with the name of their path; plugins without braces, and without parameters of a parent.
  static func text(_ value: String, called name: String, isParent: Bool = false) -> String? {
    if value.isEmpty { return nil }
    if Double(value) != nil || ["true", "false", "null"].contains(value) {
      return "\(name) \(typographic(value))"
    }
    guard value.contains(where: { "{[".contains($0) }), let node = settingTree(value) else {
      return value
    }
    return words(node, namesOnly: isParent)
  }

  /// A number with a true minus sign, and with four digits if it is long and no other of `values` has the same four.
  static func typographic(_ text: String, among values: [String] = []) -> String {
    let short = fourDigits(text)
    let isUnique = short == text || values.allSatisfy { $0 == text || fourDigits($0) != short }
    let number = isUnique ? short : text
    return number.hasPrefix("-") ? "−" + number.dropFirst() : number
  }

  private static func fourDigits(_ text: String) -> String {
    guard text.count > 7, text.contains("."), let value = Double(text) else { return text }
    return String(format: "%.4g", value)
  }

  private static func words(_ node: SettingsNode, namesOnly: Bool) -> String {
    if let items = node.sequence {
      if items.count > 3, items.allSatisfy({ $0.scalar != nil }) { return "\(items.count) values" }
      // Such as coordinates, which no plus joins.
      if items.allSatisfy({ $0.scalar?.number != nil }) { return node.flowText }
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

  /// `part` with `length` letters; of a name and a short value, the name is cut.
  private static func cut(_ part: String, to length: Int) -> String {
    guard let space = part.lastIndex(of: " "), part[space...].count <= length / 2 else {
      return "\(part.prefix(length - 1))…"
    }
    let name = part[..<space].prefix(length - 1 - part[space...].count)
    return "\(name)…\(part[space...])"
  }

  /// The longest parts of a long text are cut to 14 letters, then the first left out, because later axes vary faster.
  private static func shortened(_ parts: [String], _ maxLength: Int) -> String {
    var parts = parts[...]
    let length = { parts.joined(separator: " · ").count }
    while length() > maxLength,
      let long = parts.indices.max(by: { parts[$0].count < parts[$1].count })
    {
      if parts[long].count > 14 {
        let excess = length() - maxLength
        parts[long] = cut(parts[long], to: max(14, parts[long].count - excess))
      } else if parts.count > 1 {
        parts.removeFirst()
      } else {
        break
      }
    }
    return parts.joined(separator: " · ").shortened(to: maxLength)
  }
}

/// The color, dash and marker of each label: the same configuration or setting looks the same in all charts of a run.
struct LabelStyles {
  private var known: [String: Int] = [:]

  /// A style for each of `labels`, no two of them equal. A label keeps the style that it had before,
  /// unless an earlier one of `labels` has it; others get the first that is free.
  mutating func styles(of labels: [String]) -> [String: Int] {
    var styles: [String: Int] = [:]
    var taken: Set<Int> = []
    for label in labels {
      if let style = known[label], taken.insert(style).inserted { styles[label] = style }
    }
    var next = 0
    for label in labels where styles[label] == nil {
      while !taken.insert(next).inserted { next += 1 }
      styles[label] = next
    }
    known.merge(styles) { before, _ in before }
    return styles
  }
}

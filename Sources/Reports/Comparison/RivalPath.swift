import ForceLabSettings
import ForceLabYAML

/// A swept path whose values compete, and what then sets the cells apart.
struct RivalPath {
  /// What a configuration has at the path, and at the others, where that is left out.
  struct Division: Hashable {
    let value: String
    let rest: [String]
  }

  /// The other paths; those below the path itself are parts of its values.
  let others: [String]

  private let column: Int
  private let otherColumns: [Int]
  /// The columns of which the path sets a part, and by which steps it is found there.
  private var steps: [Int: ArraySlice<Substring>] = [:]

  /// Nil if `path` is none of the swept `paths`.
  init?(_ path: String, among paths: [String]) {
    guard let column = paths.firstIndex(of: path) else { return nil }
    self.column = column
    otherColumns = paths.indices.filter { $0 != column && !paths[$0].hasPrefix(path + ".") }
    others = otherColumns.map { paths[$0] }
    for column in otherColumns where path.hasPrefix(paths[column] + ".") {
      steps[column] = path.dropFirst(paths[column].count + 1).split(separator: ".")[...]
    }
  }

  /// A configuration divided; nil if the path is nothing to it, as a parameter of another plugin than
  /// it has.
  func division(of settings: [String]) -> Division? {
    var rest: [String] = []
    for column in otherColumns {
      guard let steps = steps[column] else {
        rest.append(settings[column])
        continue
      }
      guard let setting = Self.setting(settings[column], without: steps) else { return nil }
      rest.append(setting)
    }
    return Division(value: settings[column], rest: rest)
  }

  private static func setting(_ text: String, without steps: ArraySlice<Substring>) -> String? {
    guard let node = try? YAMLDocument.parse(text, file: "") else { return text }
    return node.without(steps)?.flowText
  }
}

extension SettingsNode {
  /// This without what `steps` lead to, as `{kd-tree: {leaf: 8}}` without `theta` of `kd-tree`; nil if
  /// they begin with another plugin. What has no parameters left is its name alone.
  fileprivate func without(_ steps: ArraySlice<Substring>) -> SettingsNode? {
    // Which item of a list is meant, only the experiment knows.
    guard let step = steps.first, sequence == nil else { return self }
    let rest = steps.dropFirst()
    guard let mapping else {
      return !rest.isEmpty && scalar?.text == String(step) ? self : nil
    }
    var entries = mapping.entries
    let place = entries.firstIndex { $0.key == step }
    guard !rest.isEmpty else {
      if let place { entries.remove(at: place) }
      return SettingsNode(.mapping(Mapping(entries)), at: location)
    }
    guard let place else { return nil }
    let value = entries[place].value
    guard let left = value.isNull ? value : value.without(rest) else { return nil }
    if entries.count == 1 && (left.isNull || left.mapping?.entries.isEmpty == true) {
      return .scalar(entries[place].key, at: location)
    }
    entries[place].value = left
    return SettingsNode(.mapping(Mapping(entries)), at: location)
  }
}

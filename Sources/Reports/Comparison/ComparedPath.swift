import ForceLabSettings

/// A swept path whose values are compared, and the paths that then distinguish cells.
struct ComparedPath {
  /// The value of a configuration at the path, and its other settings without that value.
  struct Division: Hashable {
    let value: String
    let rest: [String]
  }

  /// The other paths, without those below the path itself, which belong to its values.
  let others: [String]
  private let column: Int
  private let otherColumns: [Int]
  /// The settings that contain the path, and the steps to it.
  private var steps: [Int: ArraySlice<Substring>] = [:]

  /// Nil if `path` is not one of the swept `paths`.
  init?(_ path: String, among paths: [String]) {
    guard let column = paths.firstIndex(of: path) else { return nil }
    self.column = column
    otherColumns = paths.indices.filter { $0 != column && !paths[$0].hasPrefix(path + ".") }
    others = otherColumns.map { paths[$0] }
    for column in otherColumns where path.hasPrefix(paths[column] + ".") {
      steps[column] = path.dropFirst(paths[column].count + 1).split(separator: ".")[...]
    }
  }

  /// Nil if a configuration does not have the path, such as a parameter of another plugin.
  func division(of settings: [String]) -> Division? {
    let rest = otherColumns.compactMap { column in
      guard let steps = steps[column], let tree = settingTree(settings[column]) else {
        return settings[column]
      }
      return tree.without(steps)?.flowText
    }
    return rest.count < otherColumns.count ? nil : Division(value: settings[column], rest: rest)
  }
}

extension SettingsNode {
  /// `{kd-tree: {leaf: 8}}` without `theta` of `kd-tree`, for example; nil if `steps` begin with
  /// another plugin. A plugin without remaining parameters becomes its name.
  fileprivate func without(_ steps: ArraySlice<Substring>) -> SettingsNode? {
    // Only the experiment knows which item of a list is meant.
    guard let step = steps.first, sequence == nil else { return self }
    let rest = steps.dropFirst()
    guard let mapping else { return !rest.isEmpty && scalar?.text == String(step) ? self : nil }
    var entries = mapping.entries
    let index = entries.firstIndex { $0.key == step }
    guard !rest.isEmpty else {
      if let index { entries.remove(at: index) }
      return SettingsNode(.mapping(Mapping(entries)), at: location)
    }
    guard let index else { return nil }
    let value = entries[index].value
    guard let left = value.isNull ? value : value.without(rest) else { return nil }
    if entries.count == 1 && (left.isNull || left.mapping?.entries.isEmpty == true) {
      return .scalar(entries[index].key, at: location)
    }
    entries[index].value = left
    return SettingsNode(.mapping(Mapping(entries)), at: location)
  }
}

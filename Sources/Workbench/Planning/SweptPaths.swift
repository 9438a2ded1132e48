import ForceLabPlugins
import ForceLabSettings

/// The paths of sweeps, whose values tell configurations apart.
struct SweptPaths: Sendable {
  private struct Swept {
    let path: ParameterPath
    let takesNumbers: Bool
    /// Whether another path or an override sets a part of the value.
    let isChanged: Bool
  }

  private let all: [Swept]

  init(_ paths: [String], overrides: [Setting], takesNumbers: (String) -> Bool) {
    let others = paths + overrides.map(\.path)
    all = paths.map { path in
      Swept(
        path: ParameterPath(path), takesNumbers: takesNumbers(path),
        isChanged: others.contains { $0.hasPrefix(path + ".") })
    }
  }

  /// Equal for configurations with the same values, in any spelling of numbers. A combination has
  /// `settings`, of which those with an error are not in the `tree`.
  func key(of settings: [Setting], in tree: SettingsNode) -> String {
    all.map { swept in
      let own = settings.first { $0.path == swept.path.text }?.value
      let value = swept.isChanged || own == nil ? swept.path.value(in: tree) ?? own : own
      let number = swept.takesNumbers ? value?.scalar?.numberText : nil
      return number ?? value.map { "\($0.name ?? "") \($0.flowText)" } ?? ""
    }.joined(separator: "\n")
  }
}

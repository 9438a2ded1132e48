import ForceLabPlugins

/// When the actions of a rule happen.
public protocol Condition: Plugin {
  /// Throws if it names bodies that the scene lacks.
  func check(in scene: BodyScene) throws(ParameterError)
  /// Whether the condition was met in the last step, but not before.
  mutating func happens(in scene: RunningScene) -> Bool
}

extension PluginKind {
  public static let condition = PluginKind("condition", "Cause the actions of a rule.")
}

extension Condition {
  public static var kind: PluginKind { .condition }
}

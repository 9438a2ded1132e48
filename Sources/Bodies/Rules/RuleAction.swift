import ForceLabPlugins

/// What a rule does.
public protocol RuleAction: Plugin {
  /// The name of the counter that it increases; nil by default.
  var countedName: String? { get }
  /// Throws if it names bodies that the scene lacks. By default does nothing.
  func check(in scene: BodyScene) throws(ParameterError)
  func act(on scene: RunningScene)
}

extension PluginKind {
  public static let ruleAction = PluginKind(
    "rule action", "Count, end the trial or change bodies, when the condition of a rule is met.")
}

extension RuleAction {
  public static var kind: PluginKind { .ruleAction }
  public var countedName: String? { nil }
  public func check(in scene: BodyScene) throws(ParameterError) {}
}

import ForceLabPlugins

public struct EndAction: RuleAction {
  public var reason = "rule"

  public init() {}

  public static let manual = Manual<Self>(
    "end", "Ends the trial.",
    parameters: [Parameter("reason", \.reason, "The stop reason that is recorded.")],
    shorthand: "reason")

  public func act(on running: RunningScene) { running.end(reason) }
}

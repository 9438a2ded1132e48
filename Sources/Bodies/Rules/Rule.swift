import ForceLabPlugins

/// What happens when something occurs in the scene: an entry of `rules`.
public struct Rule: Record {
  public var when: any Condition = Settles()
  public var times: Int?
  public var actions: [any RuleAction] = []

  public init() {}

  public static let manual = Manual<Self>(
    "rules",
    "Watches the scene. After each step, the actions of a rule happen, in the order of the file, if its "
      + "condition has just been met.",
    parameters: [
      Parameter(
        "when", \.when, of: .condition, "The condition, as in touches: {body: ball, other: floor}.",
        isRequired: true),
      Parameter(
        "times", \.times, within: Bounds(1...1_000_000_000), "How often it happens at most.",
        defaultDescription: "no limit"),
      Parameter(
        inline: "actions", \.actions, setOf: .ruleAction,
        "What happens: the name of a rule action with its parameters, as in count: baskets.",
        example: "{end: {}}"),
    ])

  /// As in a file: touches: {body: ball}; count: touches.
  var text: String {
    ([when] as [any Plugin] + actions).map { plugin in
      let page = type(of: plugin).page
      guard var value = plugin.reference.mapping?.entries.first?.value else { return plugin.name }
      if let short = page.shorthand.flatMap({ value[$0] }), value.mapping?.entries.count == 1 {
        value = short
      }
      return "\(plugin.name): \(value.flowText)"
    }.joined(separator: "; ")
  }
}

import ForceLabPlugins

/// What happens when something occurs in the scene: an entry of `rules`.
struct Rule: Record {
  var when: any Condition = Settles()
  var times: Int?
  var actions: [any RuleAction] = []

  static let manual = Manual<Self>(
    "rules",
    "Watches the scene. After each step, the actions of all rules whose conditions have just been met "
      + "happen, in the order of the file.",
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

  /// What happens, and why: count: baskets (passes).
  var text: String {
    let parts = actions.map { action in
      guard let parameters = action.reference.mapping?.entries.first?.value else {
        return action.name
      }
      let short = type(of: action).page.shorthand.flatMap { parameters[$0] }
      return "\(action.name): \((short ?? parameters).flowText)"
    }
    return "\(parts.joined(separator: ", ")) (\(when.name))"
  }
}

import ForceLabPlugins

/// Something that happens to a layout while it runs, at one or several times.
public struct Event: Record {
  public enum Moment: String, Choice {
    case settled
  }

  public var at: Int?
  public var every: Int?
  public var until: Int?
  public var when: Moment?
  public var times = 1
  public var actions: [any EventAction] = []

  public init() {}

  public static let manual = Manual<Self>(
    "events",
    "Changes a layout while it runs. An event has a time and one or more actions, which happen in the "
      + "order of the file. The run ends when a stop rule is met and no event is left.",
    parameters: [
      Parameter(
        "at", \.at, within: Bounds(0...maxIteration), unit: "ticks",
        "Iteration after which it happens; 0 is before the first.",
        defaultDescription: "with `every`: its value", example: "100"),
      Parameter(
        "every", \.every, within: Bounds(1...maxIteration), unit: "ticks",
        "Iterations between repetitions; needs `until`.", defaultDescription: "once"),
      Parameter(
        "until", \.until, within: Bounds(0...maxIteration), unit: "ticks",
        "Last iteration of a repetition.", defaultDescription: "none"),
      Parameter(
        "when", \.when,
        "Instead of an iteration: when the layout has settled, which means that a stop rule is met. Each "
          + "settling causes the next such event in the list; rules then count from 0.",
        defaultDescription: "at an iteration"),
      Parameter(
        "times", \.times, within: Bounds(1...maxCount),
        "With `when`: how many settlings in a row cause it."),
      Parameter(
        inline: "actions", \.actions, setOf: .eventAction,
        "What happens: the name of an event action with its parameters, as in add-nodes: {count: 5}.",
        example: "{reheat: 0.3}"),
    ])

  private static let maxIteration = 1_000_000_000
  /// The maximum number of times that events happen in one trial.
  static let maxCount = 10_000

  public func check() throws(ParameterError) {
    switch (when, every) {
    case (nil, nil):
      if until != nil {
        throw ParameterError("'until' needs 'every', such as every: 20", parameter: "until")
      }
    case (nil, _?):
      guard let until else {
        throw ParameterError("'every' needs 'until', such as until: 200", parameter: "every")
      }
      guard until >= first else {
        throw ParameterError(
          "'until' is \(until), before the first time, \(first); increase it", parameter: "until")
      }
      guard count <= Self.maxCount else {
        throw ParameterError(
          "the event happens \(count) times, more than \(Self.maxCount); increase 'every'",
          parameter: "every")
      }
    case (_?, _):
      for (name, value) in [("at", at), ("every", every), ("until", until)] where value != nil {
        throw ParameterError("'\(name)' and 'when' exclude each other; remove one", parameter: name)
      }
    }
    if when == nil, times != 1 {
      throw ParameterError("'times' needs 'when: settled'", parameter: "times")
    }
  }

  /// Throws if the event has no action or no time.
  func checkIsWhole() throws(ParameterError) {
    guard !actions.isEmpty else {
      throw ParameterError("the event has no action; add one, such as reheat: 0.3")
    }
    guard at != nil || every != nil || when != nil else {
      throw ParameterError("the event has no time; add at: 100, every: 20 or when: settled")
    }
  }

  /// The first iteration at which it happens, unless it happens when the layout has settled.
  var first: Int { at ?? every ?? 0 }

  /// How often it happens.
  var count: Int {
    guard when == nil else { return times }
    guard let every, let until, until >= first else { return 1 }
    return (until - first) / every + 1
  }

  /// As in a file, without the time.
  var text: String {
    actions.map { action in
      let parameters = action.reference.mapping?.entries.first?.value.flowText
      return action.name + (parameters.map { ": \($0)" } ?? "")
    }.joined(separator: "; ")
  }
}

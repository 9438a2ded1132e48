import ForceLabPlugins

public struct CountAction: RuleAction {
  public var counter = "events"

  public init() {}

  public static let manual = Manual<Self>(
    "count", "Adds 1 to a counter, which is a column of the results.",
    parameters: [
      Parameter(
        "counter", \.counter, "Name of the counter; baskets gives the column count_baskets.")
    ],
    shorthand: "counter")

  public var countedName: String? { counter }

  public func check() throws(ParameterError) {
    guard counter.wholeMatch(of: /[a-z][a-z0-9]*([-_][a-z0-9]+)*/) != nil else {
      throw ParameterError(
        "'\(counter)' is not a name of a counter; use lower-case letters, digits and -, as in baskets",
        parameter: "counter")
    }
  }

  public func act(on running: RunningScene) { running.count(counter) }

  /// The column of the counter `name`.
  static func column(_ name: String) -> String { "count_" + name.replacing("-", with: "_") }
}

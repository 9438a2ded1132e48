import ForceLabPlugins

/// The names of the columns of an edge list and its node table that have a meaning.
public struct TableColumns: Record, Hashable {
  public var source = ""
  public var target = ""
  public var weight = ""
  public var id = ""

  public init() {}

  public static let manual = Manual<Self>(
    "columns", "The names of columns in the first line of an edge list or node table.",
    parameters: [
      Parameter(
        "source", \.source, "Column of the first node of an edge.", defaultDescription: ends,
        example: "caller"),
      Parameter(
        "target", \.target, "Column of the second node of an edge.", defaultDescription: ends,
        example: "callee"),
      Parameter(
        "weight", \.weight, "Column of the weight of an edge.",
        defaultDescription: "`weight` or `value`", example: "calls"),
      Parameter(
        "id", \.id, "Column of the id of a node in the node table.",
        defaultDescription: "`id`, or else the first column", example: "function"),
    ])

  private static let ends =
    "one of the usual pairs, such as `source` and `target`, `from` and `to`, or `u` and `v`"

  public func check() throws(ParameterError) {
    guard source.isEmpty == target.isEmpty else {
      let missing = source.isEmpty ? "source" : "target"
      throw ParameterError("'\(missing)' is missing; name both ends of an edge", parameter: missing)
    }
  }
}

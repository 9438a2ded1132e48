import ForceLabPlugins

/// Something fixed that bodies collide with: an entry of `boundaries`.
public protocol Boundary: Plugin {
  /// The name in contacts and rules.
  var label: String { get }
  /// nil for that of the body.
  var elasticity: Double? { get }
  /// nil for that of the body.
  var friction: Double? { get }
  /// The corners of the line.
  func line() throws(ParameterError) -> [Vector]
}

extension PluginKind {
  public static let boundary = PluginKind(
    "boundary", plural: "boundaries", "Stop bodies at lines that do not move.")
}

extension Boundary {
  public static var kind: PluginKind { .boundary }
}

/// The parameters `elasticity` and `friction` of boundaries and walls.
public func contactParameters<Owner: Configurable>(
  _ elasticity: PropertyPath<Owner, Double?>, _ friction: PropertyPath<Owner, Double?>
) -> [Parameter<Owner>] {
  [
    Parameter(
      "elasticity", elasticity, in: 0...1, "0 for no rebound, 1 for no loss.",
      defaultDescription: "that of the body"),
    Parameter(
      "friction", friction, within: Bounds(0...1e6), "Coefficient of friction.",
      defaultDescription: "that of the body"),
  ]
}

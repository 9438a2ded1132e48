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

extension Boundary { public static var kind: PluginKind { .boundary } }

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

struct SegmentBoundary: Boundary {
  var label = "segment"
  var from: [Double] = []
  var to: [Double] = []
  var elasticity: Double?
  var friction: Double?

  static let manual = Manual<Self>(
    "segment", "A line from one point to another.",
    parameters: [
      Parameter("label", \.label, "Name in contacts and rules."),
      Parameter("from", \.from, unit: "pt", "One end.", isRequired: true, example: "[0, 100]"),
      Parameter("to", \.to, unit: "pt", "The other end.", isRequired: true, example: "[100, 100]"),
    ] + contactParameters(\.elasticity, \.friction),
    source: "UIKit, UICollisionBehavior.addBoundary(withIdentifier:from:to:)")

  func check() throws(ParameterError) { try checkEnds(from: from, to: to) }

  func line() -> [Vector] { [Vector(from), Vector(to)] }
}

struct PathBoundary: Boundary {
  var label = "path"
  var points: [[Double]] = []
  var isClosed = false
  var elasticity: Double?
  var friction: Double?

  static let manual = Manual<Self>(
    "path", "Lines from point to point, in any order and shape.",
    parameters: [
      Parameter("label", \.label, "Name in contacts and rules."),
      Parameter(
        "points", \.points, unit: "pt", "The points.", isRequired: true,
        example: "[[0, 100], [50, 120], [100, 100]]"),
      Parameter("is-closed", \.isClosed, "Whether a line leads from the last point to the first."),
    ] + contactParameters(\.elasticity, \.friction),
    source: "UIKit, UICollisionBehavior.addBoundary(withIdentifier:for:)")

  func check() throws(ParameterError) {
    try checkPoints(points, "point")
    guard points.count >= 2 else {
      throw ParameterError(
        "a path needs at least 2 points, but this has \(points.count)", parameter: "points")
    }
    for index in points.indices.dropFirst() where points[index] == points[index - 1] {
      throw ParameterError(
        "points \(index - 1) and \(index) of the path are at the same place; remove one",
        parameter: "points.\(index)")
    }
  }

  func line() -> [Vector] { points.map { Vector($0) } + (isClosed ? [Vector(points[0])] : []) }
}

import ForceLabPlugins

public struct PathBoundary: Boundary {
  public var label = "path"
  public var points: [[Double]] = []
  public var isClosed = false
  public var elasticity: Double?
  public var friction: Double?

  public init() {}

  public static let manual = Manual<Self>(
    "path", "Lines from point to point, in any order and shape.",
    parameters: [
      Parameter("label", \.label, "Name in contacts and rules."),
      Parameter(
        "points", \.points, unit: "pt", "The points.", isRequired: true,
        example: "[[0, 100], [50, 120], [100, 100]]"),
      Parameter("is-closed", \.isClosed, "Whether a line leads from the last point to the first."),
    ] + contactParameters(\.elasticity, \.friction),
    source: "UIKit, UICollisionBehavior.addBoundary(withIdentifier:for:)")

  public func check() throws(ParameterError) {
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

  public func line() -> [Vector] {
    points.map { Vector($0) } + (isClosed ? [Vector(points[0])] : [])
  }
}

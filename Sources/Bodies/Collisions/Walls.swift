import ForceLabPlugins

/// Walls around the scene that extend 100 pt outwards. A body that moves less than half of that in a sub-step stays inside.
struct Walls: Record {
  var insets: [Double] = [0, 0, 0, 0]
  var elasticity: Double?
  var friction: Double?

  static let manual = Manual<Self>(
    "walls", "Makes the bounds of the scene a boundary, called bounds. {} is without insets.",
    parameters: [
      Parameter(
        "insets", \.insets, unit: "pt",
        "Distance of the walls from the bounds inwards: top, left, bottom, right.")
    ] + contactParameters(\.elasticity, \.friction),
    source: "UIKit, UICollisionBehavior.setTranslatesReferenceBoundsIntoBoundary(with:)")

  static let label = "bounds"
  static let thickness = 100.0

  func check() throws(ParameterError) {
    guard insets.count == 4, insets.allSatisfy({ abs($0) <= maxDistance }) else {
      throw ParameterError(
        "'insets' needs four numbers within ±\(maxDistance.shortText): top, left, bottom, right",
        parameter: "insets")
    }
  }

  /// Throws unless room is left in a scene of `size`.
  func check(size: Vector) throws(ParameterError) {
    guard insets[1] + insets[3] < size.x, insets[0] + insets[2] < size.y else {
      throw ParameterError(
        "the insets leave no room in a scene of \(size.x.shortText)×\(size.y.shortText) pt; use less",
        parameter: "insets")
    }
  }

  /// The middle lines of the walls.
  func segments(around size: Vector) -> [(Vector, Vector)] {
    let outer = Self.thickness / 2
    let (left, right) = (insets[1] - outer, size.x - insets[3] + outer)
    let (top, bottom) = (insets[0] - outer, size.y - insets[2] + outer)
    let corners = [
      Vector(left, top), Vector(left, bottom), Vector(right, bottom), Vector(right, top),
    ]
    return Array(corners.edges)
  }
}

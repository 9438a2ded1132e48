import ForceLabPlugins

public struct Gravity: Record {
  public var magnitude: Double?
  public var angle: Double?
  public var vector: [Double] = []
  public var bodies: [String] = []

  public init() {}

  public static let manual = Manual<Self>(
    "gravity", "Accelerates bodies: a magnitude of 1 by 1000 pt/s². {} is gravity downwards.",
    parameters: [
      Parameter("magnitude", \.magnitude, "Magnitude.", defaultDescription: "1"),
      Parameter(
        "angle", \.angle, unit: "rad", "Direction, clockwise on the screen from the right.",
        defaultDescription: "π/2: downwards"),
      Parameter(
        "vector", \.vector, "Magnitude and direction as a vector, instead of the two.",
        defaultDescription: "none", example: "[0, 1]"),
      Parameter(
        "bodies", \.bodies, "Names of the bodies that it acts on.", defaultDescription: "all"),
    ], source: "UIKit, UIGravityBehavior")

  /// The acceleration by a magnitude of 1, in pt/s².
  public static let unitAcceleration = 1000.0

  public func check() throws(ParameterError) {
    try checkVector(vector, magnitude: magnitude, angle: angle)
  }

  /// In pt/s².
  var acceleration: Vector {
    let direction =
      vector.isEmpty
      ? (magnitude ?? 1) * (angle.map { Vector(angle: $0) } ?? [0, 1]) : Vector(vector)
    return direction * Self.unitAcceleration
  }
}

/// Throws if a vector stands beside a magnitude or an angle, or has not two numbers.
func checkVector(_ vector: [Double], magnitude: Double?, angle: Double?) throws(ParameterError) {
  try checkPoint(vector, "vector")
  guard vector.isEmpty || (magnitude == nil && angle == nil) else {
    throw ParameterError(
      "'vector' excludes 'magnitude' and 'angle'; remove it, or the two", parameter: "vector")
  }
}

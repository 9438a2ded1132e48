import ForceLabPlugins

/// A force or a kick from outside: an entry of `pushes`.
public struct Push: Record {
  public enum Mode: String, Choice {
    case continuous, instantaneous
  }

  public var bodies: [String] = []
  public var mode = Mode.continuous
  public var magnitude: Double?
  public var angle: Double?
  public var vector: [Double] = []
  public var point: [Double] = []
  public var at = 0.0
  public var until: Double?

  public init() {}

  public static let manual = Manual<Self>(
    "pushes",
    "Pushes bodies. A continuous push of magnitude 1 accelerates a body of mass 1 by 100 pt/s²; an "
      + "instantaneous one changes its velocity by 100 pt/s.",
    parameters: [
      Parameter("bodies", \.bodies, "Names of the bodies.", isRequired: true, example: "[ball]"),
      Parameter("mode", \.mode, "Whether it is a force that lasts or a kick."),
      Parameter("magnitude", \.magnitude, "Magnitude.", defaultDescription: "1"),
      Parameter(
        "angle", \.angle, unit: "rad", "Direction, clockwise on the screen from the right.",
        defaultDescription: "0: to the right"),
      Parameter(
        "vector", \.vector, "Magnitude and direction as a vector, instead of the two.",
        defaultDescription: "none", example: "[1, 0]"),
      Parameter(
        "point", \.point, unit: "pt",
        "Where it acts, relative to the center of mass and in the axes of the body.",
        defaultDescription: "the center of mass"),
      Parameter("at", \.at, within: Bounds(0...1e9), unit: "s", "When it begins."),
      Parameter(
        "until", \.until, within: Bounds(0...1e9), unit: "s", "When a continuous push ends.",
        defaultDescription: "never"),
    ], source: "UIKit, UIPushBehavior")

  /// The force of a magnitude of 1, in mass·pt/s².
  public static let unitForce = 100.0

  public func check() throws(ParameterError) {
    try checkVector(vector, magnitude: magnitude, angle: angle)
    try checkPoint(point, "point")
    try checkNames(bodies)
    if let until, mode == .instantaneous || until < at {
      throw ParameterError(
        mode == .instantaneous
          ? "an instantaneous push has no end; remove 'until'"
          : "'until' is before 'at', \(at.shortText); increase it", parameter: "until")
    }
  }

  /// In mass·pt/s², or mass·pt/s if it is instantaneous.
  var force: Vector {
    let direction =
      vector.isEmpty ? (magnitude ?? 1) * Vector(angle: angle ?? 0) : Vector(vector)
    return direction * Self.unitForce
  }

  /// Whether a continuous push acts at `time`.
  func isActive(at time: Double) -> Bool {
    mode == .continuous && time >= at && time < until ?? .infinity
  }
}

import ForceLabPlugins

/// A magnitude with a direction, which a vector or an angle gives.
protocol Directed: Record {
  var magnitude: Double? { get set }
  var angle: Double? { get set }
  var vector: [Double] { get set }
}

extension Directed {
  static func direction(_ usualAngle: String, example: String) -> [Parameter<Self>] {
    [
      Parameter("magnitude", \.magnitude, "Magnitude.", defaultDescription: "1"),
      Parameter(
        "angle", \.angle, unit: "rad", "Direction, clockwise on the screen from the right.",
        defaultDescription: usualAngle),
      Parameter(
        "vector", \.vector, "Magnitude and direction as a vector, instead of the two.",
        defaultDescription: "none", example: example),
    ]
  }

  /// `usual` is the direction without an angle.
  func direction(usually usual: Vector) -> Vector {
    guard vector.isEmpty else { return Vector(vector) }
    return (magnitude ?? 1) * (angle.map { Vector(angle: $0) } ?? usual)
  }

  /// Throws if a vector stands beside a magnitude or an angle, or has not two numbers.
  func checkDirection() throws(ParameterError) {
    try checkPoint(vector, "vector")
    guard vector.isEmpty || (magnitude == nil && angle == nil) else {
      throw ParameterError(
        "'vector' excludes 'magnitude' and 'angle'; remove it, or the two", parameter: "vector")
    }
  }
}

struct Gravity: Directed {
  var magnitude: Double?
  var angle: Double?
  var vector: [Double] = []
  var bodies: [String] = []

  static let manual = Manual<Self>(
    "gravity", "Accelerates bodies: a magnitude of 1 by 1000 pt/s². {} is gravity downwards.",
    parameters: direction("π/2: downwards", example: "[0, 1]") + [
      Parameter(
        "bodies", \.bodies, "Names of the bodies that it acts on.", defaultDescription: "all")
    ], source: "UIKit, UIGravityBehavior")

  /// The acceleration by a magnitude of 1, in pt/s².
  static let unitAcceleration = 1000.0

  func check() throws(ParameterError) { try checkDirection() }

  /// In pt/s².
  var acceleration: Vector { direction(usually: [0, 1]) * Self.unitAcceleration }
}

/// A force or a kick from outside: an entry of `pushes`.
struct Push: Directed {
  enum Mode: String, Choice {
    case continuous, instantaneous
  }

  var bodies: [String] = []
  var mode = Mode.continuous
  var magnitude: Double?
  var angle: Double?
  var vector: [Double] = []
  var point: [Double] = []
  var at = 0.0
  var until: Double?

  static let manual = Manual<Self>(
    "pushes",
    "Pushes bodies. A continuous push of magnitude 1 accelerates a body of mass 1 by 100 pt/s²; an "
      + "instantaneous one changes its velocity by 100 pt/s.",
    parameters: [
      Parameter("bodies", \.bodies, "Names of the bodies.", isRequired: true, example: "[ball]"),
      Parameter("mode", \.mode, "Whether it is a force that lasts or a kick."),
    ] + direction("0: to the right", example: "[1, 0]") + [
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
  static let unitForce = 100.0

  func check() throws(ParameterError) {
    try checkDirection()
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
  var force: Vector { direction(usually: [1, 0]) * Self.unitForce }

  /// Whether a continuous push acts at `time`.
  func isActive(at time: Double) -> Bool {
    mode == .continuous && time >= at && time < until ?? .infinity
  }
}

/// A spring that pulls a body to a place and turns it back to its rotation 0: an entry of `snaps`.
struct Snap: Record {
  var body = ""
  var to: [Double] = []
  var damping = 0.5
  var frequency = 2.0

  static let manual = Manual<Self>(
    "snaps", "Pulls a body to a place by a spring, and turns it back to its rotation 0.",
    parameters: [
      Parameter("body", \.body, "Name of the body.", isRequired: true, example: "ball"),
      Parameter("to", \.to, unit: "pt", "The place.", isRequired: true, example: "[100, 50]"),
      Parameter(
        "damping", \.damping, within: Bounds(0...1000),
        "Damping ratio: 1 brings the body to rest without oscillation."),
      Parameter(
        "frequency", \.frequency, within: Bounds(0...1e6), unit: "Hz",
        "Frequency of the undamped oscillation. UIKit does not state its own."),
    ],
    formula: "a = −ω²·(x − to) − 2·damping·ω·v, ω = 2π·frequency; the same for the rotation",
    source: "UIKit, UISnapBehavior")

  func check() throws(ParameterError) { try checkPoint(to, "to", isOptional: false) }

  /// In 1/s.
  var rate: Double { 2 * .pi * frequency }
}

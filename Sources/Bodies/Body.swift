import ForceLabPlugins

/// A body, or many like it: an entry of `bodies`.
public struct Body: Record {
  public enum Partners: String, Choice {
    case everything, items, boundaries, nothing
  }

  public var name = ""
  public var at: [Double] = []
  public var angle = 0.0
  public var shape: [any BodyShape] = []
  public var formation: any Formation = SingleFormation()
  public var density = 1.0
  public var elasticity = 0.0
  public var friction = 0.0
  public var resistance = 0.0
  public var angularResistance = 0.0
  public var charge = 0.0
  public var anchored = false
  public var allowsRotation = true
  public var velocity: [Double] = []
  public var angularVelocity = 0.0
  public var collides = Partners.everything
  public var collisionGroup = ""
  public var layers: [String] = []
  public var takesForces = true

  public init() {}

  public static let manual = Manual<Self>(
    "bodies", "Rigid bodies. Each has a shape, and may stand for many by a formation.",
    parameters: [
      Parameter(
        "name", \.name, "Name, for attachments, pushes and rules.",
        defaultDescription: "the shape and the number in the list from 1, such as ellipse-2"),
      Parameter(
        "at", \.at, unit: "pt", "Place in the scene.", defaultDescription: "the origin",
        example: "[100, 50]"),
      Parameter("angle", \.angle, unit: "rad", "Rotation, clockwise on the screen."),
      Parameter(
        inline: "shape", \.shape, setOf: .shape,
        "The shape by its name, with its parameters, as in ellipse: {width: 28, height: 28}.",
        example: "{ellipse: {width: 28, height: 28}}"),
      Parameter("formation", \.formation, of: .formation, "How many there are, and where."),
      Parameter(
        "density", \.density, within: Bounds(1e-6...1e9),
        "Density; a body of 100×100 pt and density 1 has the mass 1."),
      Parameter(
        "elasticity", \.elasticity, in: 0...1,
        "0 for no rebound, 1 for no loss. The larger one of two bodies counts."),
      Parameter(
        "friction", \.friction, within: Bounds(0...1e6),
        "Coefficient of friction. The root of the product of two counts."),
      Parameter(
        "resistance", \.resistance, within: Bounds(0...1e6), unit: "1/s",
        "Rate at which the velocity decays."),
      Parameter(
        "angular-resistance", \.angularResistance, within: Bounds(0...1e6), unit: "1/s",
        "Rate at which the rotation decays."),
      Parameter("charge", \.charge, "Charge, for electric and magnetic fields."),
      Parameter("anchored", \.anchored, "Whether the body never moves."),
      Parameter("allows-rotation", \.allowsRotation, "Whether the body can rotate."),
      Parameter(
        "velocity", \.velocity, unit: "pt/s", "Velocity at the start.", defaultDescription: "none"),
      Parameter(
        "angular-velocity", \.angularVelocity, unit: "rad/s",
        "Rotation at the start, clockwise on the screen."),
      Parameter(
        "collides", \.collides, "What the body collides with: other bodies are items."),
      Parameter(
        "collision-group", \.collisionGroup,
        "Bodies of the same group do not collide with each other.", defaultDescription: "none"),
      Parameter(
        "layers", \.layers,
        "Bodies collide if they share a layer; those without layers are in all."),
      Parameter("takes-forces", \.takesForces, "Whether the forces of the scene act on the body."),
    ],
    source: "UIKit, UIDynamicItemBehavior and UICollisionBehavior")

  /// The mass of 1 pt² of density 1.
  static let unitMass = 1.0 / 10_000

  public func check() throws(ParameterError) {
    try checkPoint(at, "at")
    try checkPoint(velocity, "velocity")
    if !allowsRotation, angularVelocity != 0 {
      throw ParameterError(
        "'angular-velocity' needs 'allows-rotation: true'; remove one of the two",
        parameter: "angular-velocity")
    }
    if anchored, angularVelocity != 0 || velocity.contains(where: { $0 != 0 }) {
      throw ParameterError(
        "an anchored body has no velocity; remove it, or 'anchored'",
        parameter: angularVelocity != 0 ? "angular-velocity" : "velocity")
    }
    try checkIsOne(shape, "a body has one shape", "join them as the shapes of a 'group'")
  }
}

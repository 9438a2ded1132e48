import ForceLabPlugins

/// Carries every node along with a velocity.
public struct VelocityField: Field {
  public var strength = 1.0
  public var velocity: [Double] = [1, 0]
  public var position: [Double] = []
  public var region = FieldRegion()
  public var falloff = 0.0
  public var minimumRadius = 1.0

  public init() {}

  public static let manual = Manual<Self>(
    "velocity-field", "Gives every node the velocity of the field, like wind or a conveyor belt.",
    parameters: [
      Parameter(
        "strength", \.strength, in: 0...1,
        "Fraction of the difference in velocity that is made up in a tick: 1 sets the velocity."),
      Parameter("velocity", \.velocity, unit: "px/tick", "Velocity u of the field."),
    ] + fieldParameters,
    formula: "v ← v + α·strength·(u − v)·max(r, r₀)^−falloff",
    source: "UIKit, UIFieldBehavior.velocityField(direction:)",
    sections: potentialSection("none: it depends on velocities"))

  public func check(dimensions: Int) throws(ParameterError) {
    try checkPoint(position, "position", dimensions: dimensions)
    guard velocity.count <= dimensions else {
      throw ParameterError(
        "'velocity' has \(velocity.count) numbers, but the layout has \(dimensions) dimensions",
        parameter: "velocity")
    }
  }

  func force<P: Point>(on item: FieldItem<P>) -> P {
    (P(velocity) - item.velocity) * item.inertia
  }
}

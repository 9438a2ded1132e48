import ForceLabPlugins

/// Turns the velocity of charged nodes.
public struct MagneticField: Field {
  public var strength = 1.0
  public var position: [Double] = []
  public var region = FieldRegion()
  public var falloff = 0.0
  public var minimumRadius = 1.0

  public init() {}

  public static let manual = Manual<Self>(
    "magnetic-field",
    "Pushes every node at a right angle to its velocity, in proportion to its charge: the field is "
      + "perpendicular to the plane, in 3D along z. It does no work, apart from errors of the integrator.",
    parameters: [
      Parameter("strength", \.strength, unit: "1/tick", "Magnetic field B.")
    ] + fieldParameters,
    formula: "v ← v + α·B·q·(v_y, −v_x)·max(r, r₀)^−falloff",
    source: "UIKit, UIFieldBehavior.magneticField(); the Lorentz force F = q·v × B",
    sections: potentialSection("none: it depends on velocities and does no work"))

  func force<P: Point>(on item: FieldItem<P>) -> P {
    var force = P.zero
    (force[0], force[1]) = (item.charge * item.velocity[1], -item.charge * item.velocity[0])
    return force
  }
}

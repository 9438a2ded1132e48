import ForceLabPlugins

/// Pushes every node around a point.
public struct Vortex: Field {
  public var strength = 1.0
  public var position: [Double] = []
  public var region = FieldRegion()
  public var falloff = 0.0
  public var minimumRadius = 1.0

  public init() {}

  public static let manual = Manual<Self>(
    "vortex",
    "Pushes every node around a point, from x towards y, in proportion to its mass; in 3D around the axis "
      + "through the point that is parallel to z.",
    parameters: [
      Parameter("strength", \.strength, "Force k on a mass of 1 at a distance of 1 px.")
    ] + fieldParameters,
    formula: "v ← v + α·k·m·(−δ_y, δ_x)/‖(δ_x, δ_y)‖·max(r, r₀)^−falloff, δ = x − position",
    source: "UIKit, UIFieldBehavior.vortexField()",
    sections: potentialSection(
      "none: it drives nodes around in circles, which is not the gradient of an energy"))

  func force<P: Point>(on item: FieldItem<P>) -> P {
    var (around, force) = (item.offset, P.zero)
    for axis in 2..<max(2, P.scalarCount) { around[axis] = 0 }
    let distance = around.length
    guard distance > 0 else { return .zero }
    (force[0], force[1]) = (-around[1] / distance, around[0] / distance)
    return force * item.mass
  }
}

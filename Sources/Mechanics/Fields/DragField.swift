import ForceLabPlugins

/// Slows every node in a region.
public struct DragField: Field {
  public var strength = 0.1
  public var quadratic = 0.0
  public var position: [Double] = []
  public var region = FieldRegion()
  public var falloff = 0.0
  public var minimumRadius = 1.0

  public init() {}

  public static let manual = Manual<Self>(
    "drag-field",
    "Slows every node in proportion to its velocity and, in faster flow, to the square of it.",
    parameters: [
      Parameter("strength", \.strength, in: 0..., unit: "1/tick", "Coefficient c."),
      Parameter(
        "quadratic", \.quadratic, in: 0..., unit: "tick/px",
        "Factor b of the speed: at a speed of 1/b, quadratic drag equals linear drag."),
    ] + fieldParameters,
    formula: "v ← v − α·c·(1 + b·‖v‖)·v·max(r, r₀)^−falloff",
    source: "UIKit, UIFieldBehavior.dragField(); Stokes's law and the drag equation",
    sections: potentialSection("none: it depends on velocities and dissipates energy"))

  func force<P: Point>(on item: FieldItem<P>) -> P {
    item.velocity * -(1 + quadratic * item.velocity.length)
  }
}

import ForceLabPlugins

/// Pulls every node towards a point.
public struct RadialGravity: Field {
  public var strength = 1.0
  public var position: [Double] = []
  public var region = FieldRegion()
  public var falloff = 2.0
  public var minimumRadius = 1.0

  public init() {}

  public static let manual = Manual<Self>(
    "radial-gravity", "Pulls every node towards a point, in proportion to its mass.",
    parameters: [
      Parameter("strength", \.strength, "Force k on a mass of 1 at a distance of 1 px.")
    ] + fieldParameters,
    formula: """
      v ← v − α·k·m·δ/r·max(r, r₀)^−falloff, δ = x − position, r = ‖δ‖
      U = k·Σ m·∫₀ʳ max(s, r₀)^−falloff ds
      """,
    source: "UIKit, UIFieldBehavior.radialGravityField(position:)",
    sections: regionSection)

  public func coarsened(by stretch: Double) -> any Force {
    setting(\.strength, to: strength * stretch * stretch)
  }

  func force<P: Point>(on item: FieldItem<P>) -> P { item.outward * -item.mass }

  func potential<P: Point>(of item: FieldItem<P>) -> Double? {
    item.mass * radialIntegral(item.offset.length)
  }
}

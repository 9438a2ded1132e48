import ForceLabPlugins

/// Pushes charged nodes away from a point, or towards it.
public struct ElectricField: Field {
  public var strength = 1.0
  public var position: [Double] = []
  public var region = FieldRegion()
  public var falloff = 2.0
  public var minimumRadius = 1.0

  public init() {}

  public static let manual = Manual<Self>(
    "electric-field",
    "Pushes every node away from a point, in proportion to its charge: towards it if the charge is "
      + "negative.",
    parameters: [
      Parameter("strength", \.strength, "Force k on a charge of 1 at a distance of 1 px.")
    ] + fieldParameters,
    formula: """
      v ← v + α·k·q·δ/r·max(r, r₀)^−falloff, δ = x − position, r = ‖δ‖
      U = −k·Σ q·∫₀ʳ max(s, r₀)^−falloff ds
      """,
    source: "UIKit, UIFieldBehavior.electricField(); Coulomb's law",
    sections: regionSection)

  func force<P: Point>(on item: FieldItem<P>) -> P { item.outward * item.charge }

  func potential<P: Point>(of item: FieldItem<P>) -> Double? {
    -item.charge * radialIntegral(item.offset.length)
  }
}

import ForceLabGraphs
import ForceLabPlugins

/// Pulls every node towards a point, like a spring.
public struct SpringField: Field {
  public var strength = 0.01
  public var position: [Double] = []
  public var region = FieldRegion()
  public var falloff = 0.0
  public var minimumRadius = 1.0

  public init() {}

  public static let manual = Manual<Self>(
    "spring-field", "Pulls every node towards a point, in proportion to the distance.",
    parameters: [
      Parameter("strength", \.strength, unit: "1/tick²", "Stiffness k.")
    ] + fieldParameters,
    formula: """
      v ← v − α·k·δ·max(r, r₀)^−falloff, δ = x − position, r = ‖δ‖
      U = k·Σ ∫₀ʳ s·max(s, r₀)^−falloff ds, ½·k·Σ r² without falloff
      """,
    source: "UIKit, UIFieldBehavior.springField()",
    sections: regionSection)

  public func stiffness(on graph: Graph) -> Stiffness? {
    falloff == 0 ? Stiffness(sum: strength / 2, parameter: "strength", value: strength) : nil
  }

  public func coarsened(by stretch: Double) -> any Force {
    setting(\.strength, to: stronger(strength, by: stretch))
  }

  func force<P: Point>(on item: FieldItem<P>) -> P { -1 * item.offset }

  func potential<P: Point>(of item: FieldItem<P>) -> Double? {
    radialIntegral(item.offset.length, power: 1)
  }
}

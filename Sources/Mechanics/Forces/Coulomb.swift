import ForceLabCVectors
import ForceLabPlugins

/// Repels every two nodes with a force of 1/r².
public struct Coulomb: BuiltInPairForce {
  public var charge = 10.0

  public init() {}

  public static let manual = Manual<Self>(
    "coulomb", "Repels every two nodes with F = Q³/r², where r is at least 10⁻⁶.",
    parameters: [
      Parameter("charge", \.charge, in: 0..., unit: "px/tick^⅔", "Charge Q of each node.")
    ],
    formula: """
      v ← v − α·Σ q·Q³/r²·δ/‖δ‖, δ to the other node, r = max(‖δ‖, 10⁻⁶), q the other's charge
      U = ½·Σ q·Q³·(1/r + (r − ‖δ‖)/r²) over ordered pairs
      """,
    source:
      "Coulomb's law; repulsion(charge:) on blog.krugazor.eu, with the third power of the charge",
    sections: potentialSection("one " + equalChargesNote))

  /// The direction is that of the true offset, even where the distance is clamped.
  var law: CPairLaw {
    CPairLaw(
      form: CPairCoulomb, strength: -charge * charge * charge, min_square: 1e-12,
      max_square: .infinity, exponent: -2)
  }
}

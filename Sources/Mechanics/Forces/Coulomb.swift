import ForceLabCVectors
import ForceLabPlugins

/// Repels every two nodes with a force of 1/r².
public struct Coulomb: PairForce {
  public var charge = 10.0

  public init() {}

  public static let manual = Manual<Self>(
    "coulomb", "Repels every two nodes with F = Q³/r², where r is at least 10⁻⁶.",
    parameters: [
      Parameter("charge", \.charge, in: 0..., unit: "px/tick^⅔", "Charge Q of each node.")
    ],
    formula: """
      v ← v − α·Σ q·Q³/r²·δ/r, δ to the other node, r = max(‖δ‖, 10⁻⁶), q the other's charge
      U = ½·Σ q·Q³/r over ordered pairs
      """,
    source:
      "Coulomb's law; repulsion(charge:) on blog.krugazor.eu, with the third power of the charge")

  @inlinable @inline(__always)
  public func factor<Number: KernelScalar>(_ squaredDistance: Number) -> Number {
    // The direction is that of the true offset, even where the distance is clamped.
    let held = squaredDistance < 1e-12 ? 1e-12 : squaredDistance
    return Number(-charge * charge * charge) / (held * squaredDistance.squareRoot())
  }

  @inlinable @inline(__always)
  public func factors<Group: KernelVector>(_ squaredDistances: Group, times charge: Group.Number)
    -> Group
  {
    fastFactors(squaredDistances, times: charge)
  }

  @inlinable @inline(__always)
  public func fastFactors<Group: KernelVector>(
    _ squaredDistances: Group, times charge: Group.Number
  ) -> Group {
    let strength = Group.Number(-self.charge * self.charge * self.charge)
    return Group(strength * charge)
      / (Group.greater(squaredDistances, Group(1e-12)) * squaredDistances.squareRoot())
  }

  public var cLaw: CPairLaw? {
    CPairLaw(form: CPairCoulomb, strength: -charge * charge * charge, least: 1e-12)
  }

  /// Q³/r; linear in r below 10⁻⁶.
  @inlinable @inline(__always) public func potential(_ squaredDistance: Double) -> Double {
    let (strength, distance) = (charge * charge * charge, squaredDistance.squareRoot())
    let near = strength * (2e-6 - distance) / 1e-12
    return squaredDistance < 1e-12 ? near : strength / distance
  }

  @inlinable @inline(__always)
  public func potentials(_ squaredDistances: DoubleVector8) -> DoubleVector8 {
    guard !squaredDistances.isAnyLess(than: DoubleVector8(1e-12)) else {
      return squaredDistances.map { potential($0) }
    }
    return DoubleVector8(charge * charge * charge) / squaredDistances.squareRoot()
  }
}

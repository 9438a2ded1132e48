import ForceLabPlugins

/// Coulomb's repulsion as the blog has it.
public struct Coulomb: PairForce {
  /// Q, of which the force has the third power.
  public var charge = 10.0

  public init() {}

  public init(charge: Double = 10.0) { self.charge = charge }

  public static let manual = Manual<Self>(
    "coulomb", "Pushes every two nodes apart with F = Q³/r², r being at least 10⁻⁶.",
    parameters: [
      Parameter("charge", \.charge, in: 0..., unit: "px/tick^⅔", "Charge Q of each node.")
    ],
    formula: """
      v ← v − α·Σ q·Q³/r²·δ/r, δ to the other node, r = max(‖δ‖, 10⁻⁶), q the other's charge
      U = ½·Σ q·Q³/r over ordered pairs
      """,
    source: "Coulomb's law; the blog's repulsion(charge:), with its third power of the charge")

  @inlinable @inline(__always)
  public func factor<Number: LoopNumber>(_ squaredDistance: Number) -> Number {
    // The direction is that of the true offset, even where the distance is held at its floor.
    let held = squaredDistance < 1e-12 ? 1e-12 : squaredDistance
    return Number(-charge * charge * charge) / (held * squaredDistance.squareRoot())
  }

  /// The same, a group at a time.
  @inlinable @inline(__always)
  public func factors<Group: NumberGroup>(_ squaredDistances: Group, times charge: Group.Number)
    -> Group
  {
    fastFactors(squaredDistances, times: charge)
  }

  /// The same: it has no simpler form.
  @inlinable @inline(__always)
  public func fastFactors<Group: NumberGroup>(
    _ squaredDistances: Group, times charge: Group.Number
  ) -> Group {
    let strength = Group.Number(-self.charge * self.charge * self.charge)
    return Group(strength * charge)
      / (Group.greater(squaredDistances, Group(1e-12)) * squaredDistances.squareRoot())
  }

  /// Q³/r; linear in r below the floor.
  @inlinable @inline(__always)
  public func potential(_ squaredDistance: Double) -> Double {
    let (strength, distance) = (charge * charge * charge, squaredDistance.squareRoot())
    let near = strength * (2e-6 - distance) / 1e-12
    return squaredDistance < 1e-12 ? near : strength / distance
  }
}

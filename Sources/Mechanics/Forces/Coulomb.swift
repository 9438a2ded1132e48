import Plugins

/// Coulomb's repulsion as the blog has it.
public struct Coulomb: PairForce {
  /// Q, of which the force has the third power.
  public var charge = 10.0

  /// A charge of 10.
  public init() {}

  /// The manual.
  public static let manual = Manual<Self>(
    "coulomb", "Pushes every two nodes apart with F = Q³/r², r being at least 10⁻⁶.",
    parameters: [
      Parameter("charge", \.charge, in: 0..., unit: "px/tick^⅔", "Charge Q of each node.")
    ],
    source: "Coulomb's law; the blog's repulsion(charge:), with its third power of the charge")

  /// The squared distance below which the force grows no more.
  @usableFromInline static let floor = SIMD8(repeating: 1e-12)

  @inlinable
  public func factor(_ squaredDistance: SIMD8<Double>) -> SIMD8<Double> {
    let strength = -charge * charge * charge
    // The direction is that of the true offset, even where the distance is held at its floor.
    return strength
      / (squaredDistance.replacing(with: Self.floor, where: squaredDistance .< Self.floor)
        * squaredDistance.squareRoot())
  }

  /// Q³/r; linear in r below the floor.
  @inlinable
  public func potential(_ squaredDistance: SIMD8<Double>) -> SIMD8<Double> {
    let strength = charge * charge * charge
    let (distance, floor) = (squaredDistance.squareRoot(), Self.floor.squareRoot())
    let near = strength * (2 * floor - distance) / Self.floor
    return (strength / distance).replacing(with: near, where: distance .< floor)
  }
}

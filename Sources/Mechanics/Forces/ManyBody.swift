import ForceLabCVectors
import ForceLabPlugins

/// Repels every two nodes with a force of 1/r, as d3's `forceManyBody` does.
public struct ManyBody: PairForce {
  /// In px²/tick². Negative values repel, positive ones attract.
  public var strength = -30.0
  /// The distance in px below which the force stops growing as 1/r.
  public var distanceMin = 1.0
  /// The distance in px beyond which there is no force.
  public var distanceMax = Double.infinity

  public init() {}

  public static let manual = Manual<Self>(
    "many-body",
    "Repels every two nodes with F = strength/r, or attracts them if strength is positive.",
    parameters: [
      Parameter(
        "strength", \.strength, unit: "px²/tick²", "Negative values repel, positive ones attract."),
      Parameter(
        "distance-min", \.distanceMin, in: 0..., unit: "px",
        "Below this distance, r² is replaced by distance-min·r."),
      Parameter(
        "distance-max", \.distanceMax, in: 0...(.infinity), unit: "px",
        "Beyond this distance there is no force."),
    ],
    formula: """
      v ← v + α·Σ q·strength/r²·δ, δ to the other node, r = ‖δ‖, q the other's charge
      U = ½·Σ q·strength·ln r over ordered pairs
      """,
    source: "d3-force, forceManyBody")

  public func check() throws(ParameterError) {
    guard distanceMin <= distanceMax else {
      throw ParameterError(
        "'distance-min' is \(distanceMin.shortText); it must be at most 'distance-max', "
          + distanceMax.shortText, parameter: "distance-min")
    }
  }

  @inlinable @inline(__always)
  public func factor<Number: KernelScalar>(_ squaredDistance: Number) -> Number {
    let (least, most) = (Number(distanceMin * distanceMin), Number(distanceMax * distanceMax))
    let root = (least * squaredDistance).squareRoot()
    let clamped = squaredDistance < least ? root : squaredDistance
    return squaredDistance < most ? Number(strength) / clamped : 0
  }

  /// Below `distance-min`, r² is less than distance-min·r.
  @inlinable @inline(__always)
  public func factors<Group: KernelVector>(_ squaredDistances: Group, times charge: Group.Number)
    -> Group
  {
    guard distanceMax == .infinity else {
      return squaredDistances.map { factor($0) } * Group(charge)
    }
    let least = Group(Group.Number(distanceMin * distanceMin))
    return fastFactors(
      Group.greater(squaredDistances, (squaredDistances * least).squareRoot()), times: charge)
  }

  @inlinable @inline(__always)
  public func fastFactor<Number: KernelScalar>(_ squaredDistance: Number) -> Number {
    Number(strength) / squaredDistance
  }

  @inlinable @inline(__always)
  public func fastFactors<Group: KernelVector>(
    _ squaredDistances: Group, times charge: Group.Number
  ) -> Group {
    Group(Group.Number(strength) * charge) / squaredDistances
  }

  /// Needs one division for both.
  @inlinable @inline(__always)
  public func fastFactors<Group: KernelVector>(_ first: Group, _ second: Group) -> (Group, Group) {
    let shared = Group(Group.Number(strength)) / (first * second)
    return (shared * second, shared * first)
  }

  @inlinable public var nearSquaredDistance: Double {
    distanceMax == .infinity ? distanceMin * distanceMin : .infinity
  }

  @inlinable public var harmonicSquaredDistance: Double { nearSquaredDistance }

  public var cLaw: CPairLaw? {
    guard distanceMax == .infinity else { return nil }
    return CPairLaw(form: CPairQuotient, strength: strength, least: distanceMin * distanceMin)
  }

  /// strength·ln r; linear in r below `distance-min`, constant from `distance-max` on.
  @inlinable @inline(__always) public func potential(_ squaredDistance: Double) -> Double {
    let most = distanceMax * distanceMax
    let reached = squaredDistance < most ? squaredDistance : most
    let (least, far) = (distanceMin * distanceMin, reached.logarithm / 2)
    let near = (reached / least).squareRoot() - 1 + least.logarithm / 2
    return strength * (reached < least ? near : far)
  }

  @inlinable @inline(__always)
  public func potentials(_ squaredDistances: DoubleVector8) -> DoubleVector8 {
    let (least, most) = (distanceMin * distanceMin, distanceMax * distanceMax)
    let reached = DoubleVector8.lesser(squaredDistances, DoubleVector8(most))
    let far = DoubleVector8.greater(reached, DoubleVector8(least)).logarithm() * DoubleVector8(0.5)
    guard squaredDistances.isAnyLess(than: DoubleVector8(least)) else {
      return DoubleVector8(strength) * far
    }
    let near =
      (DoubleVector8.lesser(reached, DoubleVector8(least)) / DoubleVector8(least))
      .squareRoot() - DoubleVector8(1)
    return DoubleVector8(strength) * (near + far)
  }
}

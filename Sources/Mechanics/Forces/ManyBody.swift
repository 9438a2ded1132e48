import Plugins
import RealModule

/// d3-force's many-body force.
public struct ManyBody: PairForce {
  /// Negative repels, positive attracts.
  public var strength = -30.0
  /// Below this distance the force stays as it is there.
  public var distanceMin = 1.0
  /// From this distance on there is no force.
  public var distanceMax = Double.infinity

  /// d3's defaults.
  public init() {}

  /// The manual.
  public static let manual = Manual<Self>(
    "many-body", "Repels (or attracts) every two nodes with F = strength/r.",
    parameters: [
      Parameter(
        "strength", \.strength, unit: "px²/tick²", "Negative repels, positive attracts."),
      Parameter(
        "distance-min", \.distanceMin, in: 0..., unit: "px",
        "Nearer than this, r² is taken as distance-min·r."),
      Parameter(
        "distance-max", \.distanceMax, in: 0...(.infinity), unit: "px",
        "From this distance on there is no force."),
    ],
    source: "d3-force, forceManyBody")

  public func check() throws(Fault) {
    guard distanceMin <= distanceMax else {
      throw Fault(
        "'distance-min' is \(distanceMin.shortText), more than 'distance-max', "
          + distanceMax.shortText, parameter: "distance-min")
    }
  }

  @inlinable
  public func factor(_ squaredDistance: SIMD8<Double>) -> SIMD8<Double> {
    var clamped = squaredDistance
    let near = squaredDistance .< distanceMin * distanceMin
    if any(near) {
      clamped.replace(
        with: (distanceMin * distanceMin * squaredDistance).squareRoot(), where: near)
    }
    let factor = strength / clamped
    guard distanceMax < .infinity else { return factor }
    return factor.replacing(with: 0, where: squaredDistance .>= distanceMax * distanceMax)
  }

  /// strength·ln r; linear in r below `distance-min`, constant from `distance-max` on.
  public func potential(_ squaredDistance: SIMD8<Double>) -> SIMD8<Double> {
    let (least, most) = (distanceMin * distanceMin, distanceMax * distanceMax)
    let reached = pointwiseMin(squaredDistance, SIMD8(repeating: most))
    let potential = reached.logarithm() / 2
    let near = reached .< least
    guard any(near) else { return strength * potential }
    let linear = (reached / least).squareRoot() - 1 + Double.log(distanceMin)
    return strength * potential.replacing(with: linear, where: near)
  }
}

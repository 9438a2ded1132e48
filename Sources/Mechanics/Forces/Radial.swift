import ForceLabGraphs
import ForceLabPlugins

/// Pulls every node towards a circle or a sphere, as d3's `forceRadial` does.
public struct Radial: PointForce {
  public var radius = 100.0
  public var center: [Double] = []
  public var strength = 0.1

  public init() {}

  public static let manual = Manual<Self>(
    "radial", "Pulls every node towards a circle, in 3D a sphere.",
    parameters: [
      Parameter("radius", \.radius, in: 0..., unit: "px", "Radius of the circle."),
      Parameter(
        "center", \.center, unit: "px", "Center of the circle.", defaultDescription: "the origin"),
      Parameter(
        "strength", \.strength, in: 0..., unit: "1/tick²", "Fraction of the distance per tick."),
    ],
    formula: """
      v ← v + α·strength·(radius − r)·δ/r, δ = x − center, r = ‖δ‖
      U = ½·strength·Σ(r − radius)²
      """,
    source: "d3-force, forceRadial")

  public func check(dimensions: Int) throws(ParameterError) {
    try checkPoint(center, "center", dimensions: dimensions)
  }

  func apply<P: Point>(to world: World, _ alpha: Double, _: P.Type) {
    let (middle, particles) = (P(center), world.particles)
    for node in 0..<particles.count {
      var way = P(particles.position, node) - middle
      // As d3-force does for 0, replace coordinates near 0, whose squares could underflow, by 10⁻⁶.
      way.replace(with: 1e-6, where: way .> -1e-150 .& way .< 1e-150)
      let distance = way.length
      let pull = way * ((radius - distance) * strength * alpha / distance)
      (P(particles.velocity, node) + pull).store(particles.velocity, node)
    }
  }

  public func stiffness(on graph: Graph) -> Stiffness? {
    Stiffness(sum: strength / 2, parameter: "strength", value: strength)
  }

  public func coarsened(by stretch: Double) -> any Force {
    setting(\.strength, to: stronger(strength, by: stretch))
  }

  func potentialEnergy<P: Point>(of world: World, _: P.Type) -> Double? {
    var sum = 0.0
    for node in 0..<world.particles.count {
      let gap = (P(world.particles.position, node) - P(center)).length - radius
      sum += gap * gap
    }
    return strength / 2 * sum
  }
}

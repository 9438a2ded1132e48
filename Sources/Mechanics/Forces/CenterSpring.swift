import ForceLabPlugins

/// A spring from every node to one point.
public struct CenterSpring: Force {
  /// k.
  public var stiffness = 0.02
  /// The point; the origin if empty.
  public var center: [Double] = []

  public init() {}

  public init(stiffness: Double = 0.02, center: [Double] = []) {
    (self.stiffness, self.center) = (stiffness, center)
  }

  public static let manual = Manual<Self>(
    "center-spring", "Pulls every node towards a point by Hooke's law, F = −k·δ.",
    parameters: [
      Parameter("stiffness", \.stiffness, in: 0..., unit: "1/tick²", "Spring constant k."),
      Parameter("center", \.center, unit: "px", "The point.", defaultDescription: "the origin"),
    ],
    formula: """
      v ← v − α·k·δ, δ = x − center, k = stiffness
      U = ½·k·Σ‖δ‖²
      """,
    source: "Hooke's law; the blog's attraction(center:stiffness:)")

  public func check(dimensions: Int) throws(ParameterError) {
    try checkPoint(center, "center", dimensions: dimensions)
  }

  public func apply(to world: World, alpha: Double) {
    let particles = world.particles
    for axis in 0..<world.dimensions {
      let (x, v) = (particles.position[axis], particles.velocity[axis])
      let middle = center.isEmpty ? 0 : center[axis]
      for node in 0..<particles.count { v[node] += (middle - x[node]) * stiffness * alpha }
    }
  }

  /// ½·k·Σ|δ|².
  public func potentialEnergy(of world: World) -> Double? {
    var sum = 0.0
    for axis in 0..<world.dimensions {
      let x = world.particles.position[axis]
      let middle = center.isEmpty ? 0 : center[axis]
      for node in 0..<world.particles.count { sum += (middle - x[node]) * (middle - x[node]) }
    }
    return stiffness / 2 * sum
  }
}

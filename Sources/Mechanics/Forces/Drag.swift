import ForceLabPlugins

/// Slows every node in proportion to its velocity.
public struct Drag: Force {
  public var coefficient = 0.1

  public init() {}

  public static let manual = Manual<Self>(
    "drag",
    "Slows every node in proportion to its velocity, F = −c·v. With verlet, v includes the changes by "
      + "forces listed before drag; with displacement, cooling and adaptive, v is the sum of these changes.",
    parameters: [
      Parameter("coefficient", \.coefficient, in: 0..., unit: "1/tick", "Coefficient c.")
    ],
    formula: "v ← v − α·c·v, c = coefficient",
    source: "Stokes's law",
    sections: potentialSection("none: it depends on velocities and dissipates energy"))

  public func apply(to world: World, alpha: Double) {
    for axis in 0..<world.dimensions {
      let (held, v) = (world.velocity[axis], world.particles.velocity[axis])
      for node in 0..<world.particles.count { v[node] -= coefficient * alpha * held[node] }
    }
  }
}

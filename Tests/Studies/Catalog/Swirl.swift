import ForceLabMechanics
import ForceLabPlugins

/// Rotates every node around the origin.
public struct Swirl: Force {
  /// The rotation per tick, as a fraction of the radius.
  public var rate = 0.01

  public init() {}

  public static let manual = Manual<Self>(
    "swirl", "Rotates every node around the origin.",
    parameters: [
      Parameter("rate", \.rate, in: -1...1, unit: "1/tick", "Rotation; negative turns clockwise.")
    ],
    formula: "v ← v + α·rate·(−y, x)", source: "Rotation of a rigid body",
    sections: potentialSection("none: a rotation is not a gradient"))

  public func apply(to world: World, alpha: Double) {
    let (x, y) = (world.particles.position[0], world.particles.position[1])
    let (u, v) = (world.particles.velocity[0], world.particles.velocity[1])
    for node in 0..<world.particles.count {
      u[node] -= y[node] * rate * alpha
      v[node] += x[node] * rate * alpha
    }
  }
}

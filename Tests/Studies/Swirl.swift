import ForceLabMechanics
import ForceLabPlugins

/// Turns every node about the origin.
public struct Swirl: Force {
  /// By how much per tick.
  public var rate = 0.01

  /// A slow turn to the left.
  public init() {}

  public static let manual = Manual<Self>(
    "swirl", "Turns every node about the origin.",
    parameters: [
      Parameter("rate", \.rate, in: -1...1, unit: "1/tick", "Part of the radius; < 0 turns right.")
    ],
    formula: "v ← v + α·rate·(−y, x)", source: "A solid body's rotation")

  public func apply(to world: World, alpha: Double) {
    let (x, y) = (world.particles.position[0], world.particles.position[1])
    let (u, v) = (world.particles.velocity[0], world.particles.velocity[1])
    for node in 0..<world.particles.count {
      u[node] -= y[node] * rate * alpha
      v[node] += x[node] * rate * alpha
    }
  }

  /// None: a turn is the gradient of nothing.
  public func potentialEnergy(of world: World) -> Double? { nil }
}

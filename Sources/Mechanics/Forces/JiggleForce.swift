import ForceLabPlugins

/// Adds a random velocity to every node in every tick.
public struct JiggleForce: Force {
  public var temperature = 1.0
  public var seed = 0

  public init() {}

  public static let manual = Manual<Self>(
    "jiggle",
    "Kicks every node at random: adds √(2·T) times a standard normal number on each axis, a function "
      + "of the seed, the tick, the node and the axis.",
    parameters: [
      Parameter(
        "temperature", \.temperature, in: 0..., unit: "px²/tick²",
        "Temperature T: with displacement, nodes on a weak spring k spread by √(T/k) per axis."),
      Parameter(
        "seed", \.seed, "Seed, combined with that of the trial; different for each jiggle."),
    ],
    formula: "v ← v + α·√(2·T)·N(0, 1) on each axis, T = temperature",
    source: "Langevin's equation without inertia; normal numbers after G. Box and M. Muller, 1958",
    sections: potentialSection("none: it is random"))

  public func apply(to world: World, alpha: Double) {
    let width = (2 * temperature).squareRoot() * alpha
    let key = SeededGenerator.mix(world.seed) &+ UInt64(bitPattern: Int64(seed))
    let (velocity, tick) = (world.particles.velocity, UInt64(world.tick) << 32)
    for node in 0..<world.particles.count {
      var generator = SeededGenerator(seed: key, stream: tick | UInt64(node))
      let kick = width * generator.normalNumbers(world.dimensions)
      for axis in 0..<world.dimensions { velocity[axis][node] += kick[axis] }
    }
  }

  public var isRandom: Bool { temperature > 0 }
}

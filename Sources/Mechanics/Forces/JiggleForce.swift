import ForceLabGraphs
import ForceLabPlugins

/// Random kicks.
public struct JiggleForce: Force {
  /// T.
  public var temperature = 1.0
  /// What sets the kicks of one such force apart from those of another.
  public var seed = 0

  public init() {}

  public init(temperature: Double = 1.0, seed: Int = 0) {
    (self.temperature, self.seed) = (temperature, seed)
  }

  public static let manual = Manual<Self>(
    "jiggle",
    "Kicks every node at random along each axis, √(2·T) times a standard normal number, which "
      + "depends on the seed, the tick, the node and the axis alone.",
    parameters: [
      Parameter(
        "temperature", \.temperature, in: 0..., unit: "px²/tick²",
        "Temperature T: under displacement, nodes on a weak spring k spread by √(T/k) per axis."),
      Parameter("seed", \.seed, "Sets the kicks apart from those of another jiggle."),
    ],
    formula: "v ← v + α·√(2·T)·N(0, 1) on each axis, T = temperature",
    source: "Langevin's equation without inertia; the numbers by G. Box and M. Muller, 1958")

  public func apply(to world: World, alpha: Double) {
    let width = (2 * temperature).squareRoot() * alpha
    let key = SeededGenerator.mix(world.seed) &+ UInt64(bitPattern: Int64(seed))
    let (velocity, tick) = (world.particles.velocity, UInt64(world.tick) << 32)
    for node in 0..<world.particles.count {
      var generator = SeededGenerator(seed: key, stream: tick | UInt64(node))
      for axis in stride(from: 0, to: world.dimensions, by: 2) {
        let (first, second) = generator.normalPair()
        velocity[axis][node] += width * first
        if axis + 1 < world.dimensions { velocity[axis + 1][node] += width * second }
      }
    }
  }

  /// None: it is random.
  public func potentialEnergy(of world: World) -> Double? { nil }

  public func lackOfPotential(in graph: Graph) -> String? { "'jiggle' is random" }
}

import ForceLabPlugins

/// Fruchterman and Reingold's integrator.
public struct Cooling: Integrator {
  /// The most that a node may move in the first tick.
  public var startTemperature = 30.0
  /// After how many ticks the temperature is 0.
  public var iterations = 500

  @Scratch private var ticks = 0

  public init() {}

  public init(startTemperature: Double = 30.0, iterations: Int = 500) {
    (self.startTemperature, self.iterations) = (startTemperature, iterations)
  }

  public static let manual = Manual<Self>(
    "cooling",
    "Moves every node by the force on it, but no further than a temperature that falls linearly: "
      + "in tick i of n, start-temperature·(1 − (i − 1)/n), later 0.",
    parameters: [
      Parameter(
        "start-temperature", \.startTemperature, above: 0, unit: "px",
        "The most that a node may move in the first tick; a tenth of the frame's width is usual."),
      Parameter(
        "iterations", \.iterations, within: Bounds(1...1_000_000_000), unit: "ticks",
        "Ticks n until nothing moves; a run without a stop rule ends then."),
    ],
    formula: """
      x ← x + F·min(1, T/‖F‖)
      T = start-temperature·max(0, 1 − (i − 1)/n) in tick i, n = iterations
      """,
    source: "T. Fruchterman and E. Reingold, “Graph drawing by force-directed placement”, 1991; "
      + "the linear schedule is igraph's")

  /// What was left of the temperature in the last tick.
  public var temperature: Double {
    get { left(in: max(1, ticks)) }
    set { ticks = 1 + Int((Double(iterations) * (1 - max(0, min(1, newValue)))).rounded()) }
  }
  /// Lies between the last tick's and the one's before.
  public var finalAlpha: Double? { 1.5 / Double(iterations) }
  /// It is a descent along the forces, not a motion.
  public var conservesEnergy: Bool { false }

  private func left(in tick: Int) -> Double {
    tick > iterations ? 0 : 1 - Double(tick - 1) / Double(iterations)
  }

  public mutating func step(_ world: World, forces: (Double) -> Void) -> Movement {
    ticks += 1
    world.particles.rest()
    forces(1)
    world.particles.holdPins()
    let limit = startTemperature * left(in: ticks)
    world.dimensions == 2
      ? world.particles.shorten(to: limit, SIMD2.self)
      : world.particles.shorten(to: limit, SIMD3.self)
    return world.drift()
  }
}

extension Particles {
  /// Shortens velocities to a length of `limit`. A length beyond the numbers stays, to be seen.
  fileprivate func shorten<P: Point>(to limit: Double, _: P.Type) {
    for node in 0..<count {
      let way = P(velocity, node)
      let length = way.length
      if length > limit && length.isFinite { (way * (limit / length)).store(velocity, node) }
    }
  }
}

import Foundation
import ForceLabPlugins

/// d3-force's velocity Verlet with friction and cooling.
public struct Verlet: Integrator {
  /// The part of the velocity lost per tick.
  public var velocityDecay = 0.4
  /// The heat at the start.
  public var alpha = 1.0
  /// The heat at which a run without a stop rule ends.
  public var alphaMin = 0.001
  /// The part of the way to the target that the heat makes per tick.
  public var alphaDecay = 1 - pow(0.001, 1.0 / 300)
  /// The heat it tends to.
  public var alphaTarget = 0.0

  @Scratch private var heat: Double?

  public init() {}

  public init(
    velocityDecay: Double = 0.4, alpha: Double = 1.0, alphaMin: Double = 0.001,
    alphaDecay: Double = 1 - pow(0.001, 1.0 / 300), alphaTarget: Double = 0.0
  ) {
    (self.velocityDecay, self.alpha) = (velocityDecay, alpha)
    (self.alphaMin, self.alphaDecay, self.alphaTarget) = (alphaMin, alphaDecay, alphaTarget)
  }

  public static let manual = Manual<Self>(
    "verlet",
    "Adds the cooling forces to the velocities, brakes them and moves the nodes by them; masses do "
      + "not count, as in d3.",
    parameters: [
      Parameter(
        "velocity-decay", \.velocityDecay, in: 0...1, unit: "1/tick",
        "Part of the velocity lost per tick."),
      Parameter("alpha", \.alpha, in: 0..., "Heat at the start, by which forces are multiplied."),
      Parameter(
        "alpha-min", \.alphaMin, in: 0..., "Heat at which a run without a stop rule ends."),
      Parameter(
        "alpha-decay", \.alphaDecay, in: 0...1, unit: "1/tick",
        "Part of the way to alpha-target per tick.",
        defaultDescription: "0.0228, exactly 1 − 0.001^(1/300): 300 ticks from 1 to 0.001"),
      Parameter("alpha-target", \.alphaTarget, in: 0..., "Heat it tends to."),
    ],
    formula: """
      α ← α + (alpha-target − α)·alpha-decay
      v ← (v + α·F)·(1 − velocity-decay)
      x ← x + v
      """,
    source: "d3-force, forceSimulation; Grape's ForceSimulation")

  public var temperature: Double {
    get { heat ?? alpha }
    set { heat = newValue }
  }
  public var finalAlpha: Double? { alphaTarget < alphaMin && alphaDecay > 0 ? alphaMin : nil }
  /// Friction and cooling take energy away.
  public var conservesEnergy: Bool { false }

  public mutating func step(_ world: World, forces: (Double) -> Void) -> Movement {
    let now = temperature + (alphaTarget - temperature) * alphaDecay
    heat = now
    forces(now)
    world.particles.holdPins()
    return world.drift(braking: 1 - velocityDecay)
  }
}

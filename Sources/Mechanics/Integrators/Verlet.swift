import Foundation
import ForceLabPlugins

/// The integrator of d3-force, with velocity decay and a cooling `alpha`.
public struct Verlet: Integrator {
  public var velocityDecay = 0.4
  public var alpha = 1.0
  public var alphaMin = 0.001
  public var alphaDecay = 1 - pow(0.001, 1.0 / 300)
  public var alphaTarget = 0.0

  @Scratch private var current: Double?

  public init() {}

  public static let manual = Manual<Self>(
    "verlet",
    "Adds forces times a cooling alpha to velocities, damps them and moves the nodes, as d3-force does; "
      + "masses have no effect.",
    parameters: [
      Parameter(
        "velocity-decay", \.velocityDecay, in: 0...1, unit: "1/tick",
        "Fraction of the velocity lost per tick."),
      Parameter("alpha", \.alpha, in: 0..., "Initial factor α of the forces."),
      Parameter(
        "alpha-min", \.alphaMin, in: 0..., "Alpha at which a run without a stop rule ends."),
      Parameter(
        "alpha-decay", \.alphaDecay, in: 0...1, unit: "1/tick",
        "Fraction of the difference to alpha-target lost per tick.",
        defaultDescription: "0.0228, exactly 1 − 0.001^(1/300): 300 ticks from 1 to 0.001"),
      Parameter("alpha-target", \.alphaTarget, in: 0..., "Alpha that the cooling tends to."),
    ],
    formula: """
      α ← α + (alpha-target − α)·alpha-decay
      v ← (v + α·F)·(1 − velocity-decay)
      x ← x + v
      """,
    source: "d3-force, forceSimulation; Grape's ForceSimulation")

  public var temperature: Double {
    get { current ?? alpha }
    set { current = newValue }
  }
  public var finalAlpha: Double? { alphaTarget < alphaMin && alphaDecay > 0 ? alphaMin : nil }

  /// The limit of stability is (2 + 2b)/(b·α), b = 1 − velocity-decay, and a third of it for `link`.
  public var safeStiffness: Double { 1 / max(alpha, alphaTarget, 1e-300) }

  public mutating func renumber(_ origins: [Int?]) {}

  public mutating func step(_ world: World, forces: (Double) -> Void) -> Movement {
    let now = temperature + (alphaTarget - temperature) * alphaDecay
    current = now
    forces(now)
    world.particles.holdPins()
    return world.drift(braking: 1 - velocityDecay)
  }
}

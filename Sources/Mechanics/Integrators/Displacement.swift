import ForceLabPlugins

/// The blog's integrator: every node is displaced by the force on it, all from the same positions.
public struct Displacement: Integrator {
  public init() {}

  public static let manual = Manual<Self>(
    "displacement",
    "Moves every node by the force on it, x ← x + F; nothing is kept from tick to tick, masses do "
      + "not count, and energy is not conserved.",
    formula: "x ← x + F",
    source: "The blog's simultaneous displacement; it stops at a total movement of 0.3")

  /// It is a descent along the forces, not a motion.
  public var conservesEnergy: Bool { false }

  public func step(_ world: World, forces: (Double) -> Void) -> Movement {
    let particles = world.particles
    particles.rest()
    forces(1)
    particles.holdPins()
    return world.drift()
  }
}

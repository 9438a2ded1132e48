import ForceLabPlugins

/// Moves every node by its force.
public struct Displacement: Integrator {
  public init() {}

  public static let manual = Manual<Self>(
    "displacement",
    "Moves every node by its force, x ← x + F, without velocities, masses or conservation of energy.",
    formula: "x ← x + F",
    source: "The layout on blog.krugazor.eu, which stops at a total movement of 0.3")

  public func step(_ world: World, forces: (Double) -> Void) -> Movement { world.descend(forces) }
}

import Foundation
import ForceLabPlugins

/// The velocity Verlet method of order 2.
public struct VelocityVerlet: Integrator {
  public var timeStep = 0.1
  public var damping = 0.0

  /// The forces at the end of the last step.
  @Scratch private var storage: LaneStorage?
  @Scratch private var hasForces = false

  public init() {}

  public static let manual = Manual<Self>(
    "velocity-verlet",
    "Moves bodies of mass m by half a kick, a drift and half a kick; of order 2, or 1 with damping or "
      + "a force that depends on velocities.",
    parameters: [
      Parameter("time-step", \.timeStep, above: 0, unit: "tick", "Time step Δt."),
      Parameter(
        "damping", \.damping, in: 0..., unit: "1/tick",
        "Rate γ in v ← v·exp(−γ·Δt); 0 conserves energy."),
    ],
    formula: """
      v ← v + ½·Δt·F(x)/m
      x ← x + Δt·v
      v ← (v + ½·Δt·F(x)/m)·exp(−γ·Δt)
      """,
    source: "Swope, Andersen, Berens and Wilson 1982")

  /// The limit of stability is 4/Δt².
  public var safeStiffness: Double { 1 / (timeStep * timeStep) }

  public mutating func renumber(_ origins: [Int?]) { hasForces = false }
  public mutating func forgetForces() { hasForces = false }

  public mutating func step(_ world: World, forces: (Double) -> Void) -> Movement {
    let particles = world.particles
    let axes = particles.dimensions
    let memory = LaneStorage.ensure(&storage, count: particles.count, lanes: axes)
    if !hasForces { world.readForces(into: memory, forces) }
    hasForces = true
    particles.kick(by: memory, timeStep / 2)
    particles.holdPins()
    let movement = world.drift(timeStep)
    world.readForces(into: memory, forces)
    particles.kick(by: memory, timeStep / 2)
    let brake = exp(-damping * timeStep)
    for axis in 0..<axes {
      let v = particles.velocity[axis]
      for node in 0..<particles.count { v[node] *= brake }
    }
    particles.holdPins()
    return movement
  }
}

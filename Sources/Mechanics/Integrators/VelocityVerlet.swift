import Foundation
import ForceLabPlugins

/// The textbook's velocity Verlet: second order, and conservative where there is no damping.
public struct VelocityVerlet: Integrator {
  /// Δt.
  public var timeStep = 0.1
  /// γ, the rate at which velocities decay.
  public var damping = 0.0

  /// Velocities and forces of the last step.
  @Scratch private var storage: LaneStorage?
  @Scratch private var hasForces = false

  public init() {}

  public init(timeStep: Double = 0.1, damping: Double = 0.0) {
    (self.timeStep, self.damping) = (timeStep, damping)
  }

  public static let manual = Manual<Self>(
    "velocity-verlet",
    "Moves bodies of mass m under the forces F: half a kick, a drift, half a kick; "
      + "order 2, but 1 where there is damping or a force that depends on velocities.",
    parameters: [
      Parameter("time-step", \.timeStep, above: 0, unit: "tick", "Time step Δt."),
      Parameter(
        "damping", \.damping, in: 0..., unit: "1/tick",
        "Rate γ of v ← v·exp(−γ·Δt); energy is conserved at 0."),
    ],
    formula: """
      v ← v + ½·Δt·F(x)/m
      x ← x + Δt·v
      v ← (v + ½·Δt·F(x)/m)·exp(−γ·Δt)
      """,
    source: "Swope, Andersen, Berens and Wilson 1982")

  public var conservesEnergy: Bool { damping == 0 }
  /// Damping acts at the end of a step, which is exact to first order.
  public var order: Int? { damping == 0 ? 2 : 1 }

  public mutating func step(_ world: World, forces: (Double) -> Void) -> Movement {
    let particles = world.particles
    let axes = particles.dimensions
    let memory = LaneStorage.ensure(&storage, count: particles.count, lanes: axes)
    if !hasForces { world.readForces(into: memory, forces) }
    hasForces = true
    kick(particles, memory)
    particles.holdPins()
    let movement = world.drift(timeStep)
    world.readForces(into: memory, forces)
    kick(particles, memory)
    let brake = exp(-damping * timeStep)
    for axis in 0..<axes {
      let v = particles.velocity[axis]
      for node in 0..<particles.count { v[node] *= brake }
    }
    particles.holdPins()
    return movement
  }

  /// v ← v + ½·Δt·F/m.
  private func kick(_ particles: Particles, _ force: Lanes) {
    for axis in 0..<particles.dimensions {
      let (v, f) = (particles.velocity[axis], force[axis])
      for node in 0..<particles.count {
        v[node] += timeStep / 2 * f[node] / particles.mass[node]
      }
    }
  }
}

import ForceLabPlugins

/// Fast inertial relaxation engine: finds a minimum of the energy.
public struct FIRE: Integrator {
  public var timeStep = 0.1
  public var growthLimit = 10.0
  public var delay = 5
  public var growth = 1.1
  public var shrinkage = 0.5
  public var mixing = 0.1
  public var mixingDecay = 0.99

  @Scratch private var storage: LaneStorage?
  @Scratch private var step: Double?
  @Scratch private var turning = 0.0
  @Scratch private var downhill = 0

  public init() {}

  public static let manual = Manual<Self>(
    "fire",
    "Accelerates bodies of mass m downhill, turns them towards the forces, and stops them when they "
      + "move uphill; semi-implicit Euler. The stop rule 'movement' may end a run at such a stop.",
    parameters: [
      Parameter("time-step", \.timeStep, above: 0, unit: "tick", "Initial time step Δt."),
      Parameter(
        "growth-limit", \.growthLimit, in: 1..., "Maximum Δt, as a multiple of the initial one."),
      Parameter(
        "delay", \.delay, within: Bounds(0...1_000_000), unit: "ticks",
        "Downhill ticks N_min after which Δt grows."),
      Parameter("growth", \.growth, in: 1..., "Factor f_inc by which Δt grows downhill."),
      Parameter("shrinkage", \.shrinkage, in: 0.01...1, "Factor f_dec by which Δt shrinks uphill."),
      Parameter(
        "mixing", \.mixing, in: 0...1,
        "Fraction α_start of the velocity that turns towards the force."),
      Parameter(
        "mixing-decay", \.mixingDecay, in: 0...1,
        "Factor f_α by which that fraction shrinks downhill."),
    ],
    formula: """
      P = Σ F·v > 0: v ← (1 − α)·v + α·‖v‖·F/‖F‖, after N_min ticks Δt ← f_inc·Δt, α ← f_α·α
      P ≤ 0 and v ≠ 0: v ← 0, Δt ← f_dec·Δt, α ← α_start
      v ← v + Δt·F/m, x ← x + Δt·v
      """,
    source: "E. Bitzek, P. Koskinen, F. Gähler, M. Moseler and P. Gumbsch, “Structural relaxation "
      + "made simple”, 2006")

  public var stepGrowth: Double { growthLimit }

  /// The forces are those of one tick alone.
  public mutating func renumber(_ origins: [Int?]) {}

  public mutating func step(_ world: World, forces: (Double) -> Void) -> Movement {
    let particles = world.particles
    let force = LaneStorage.ensure(&storage, count: particles.count, lanes: world.dimensions)
    world.readForces(into: force, forces)
    var time = step ?? timeStep
    if step == nil { turning = mixing }
    let sums = Sums(particles, force)
    if sums.power > 0 {
      turn(particles, force, sums)
      downhill += 1
      if downhill > delay {
        time = min(time * growth, timeStep * growthLimit)
        turning *= mixingDecay
      }
    } else if sums.velocity != 0 {
      particles.rest()
      downhill = 0
      time *= shrinkage
      turning = mixing
    }
    step = time
    particles.kick(by: force, time)
    particles.holdPins()
    return world.drift(time)
  }

  /// v ← (1 − α)·v + α·‖v‖·F/‖F‖, with norms over all nodes.
  private func turn(_ particles: Particles, _ force: Lanes, _ sums: Sums) {
    let pull = turning * (sums.velocity / sums.force).squareRoot()
    for axis in 0..<particles.dimensions {
      let (v, f) = (particles.velocity[axis], force[axis])
      for node in 0..<particles.count { v[node] = (1 - turning) * v[node] + pull * f[node] }
    }
  }

  /// Σ F·v, Σ‖v‖² and Σ‖F‖².
  private struct Sums {
    var power = 0.0
    var velocity = 0.0
    var force = 0.0

    init(_ particles: Particles, _ force: Lanes) {
      for axis in 0..<particles.dimensions {
        let (v, f) = (particles.velocity[axis], force[axis])
        for node in 0..<particles.count {
          power += f[node] * v[node]
          velocity += v[node] * v[node]
          self.force += f[node] * f[node]
        }
      }
    }
  }
}

import ForceLabPlugins

/// The classical Runge–Kutta method of order 4.
public struct RungeKutta4: Integrator {
  public var timeStep = 0.1

  /// Initial positions and velocities, weighted sums of their rates, and forces.
  @Scratch private var storage: LaneStorage?

  public init() {}

  public static let manual = Manual<Self>(
    "rk4",
    "Moves bodies of mass m by x′ = v, v′ = F/m; of order 4, with four evaluations of the forces per tick.",
    parameters: [Parameter("time-step", \.timeStep, above: 0, unit: "tick", "Time step Δt.")],
    formula: """
      k₁ = f(y), k₂ = f(y + ½·Δt·k₁), k₃ = f(y + ½·Δt·k₂), k₄ = f(y + Δt·k₃)
      y ← y + Δt/6·(k₁ + 2·k₂ + 2·k₃ + k₄), y = (x, v), f(y) = (v, F(x)/m)
      """,
    source:
      "W. Kutta, “Beitrag zur näherungsweisen Integration totaler Differentialgleichungen”, 1901")

  /// The limit of stability is 8/Δt².
  public var safeStiffness: Double { 1 / (timeStep * timeStep) }

  public mutating func step(_ world: World, forces: (Double) -> Void) -> Movement {
    let particles = world.particles
    let axes = particles.dimensions
    let lanes = LaneStorage.ensure(&storage, count: particles.count, lanes: 5 * axes)
    let force = Lanes(base: lanes[4 * axes], stride: lanes.stride)
    for stage in 0..<4 {
      let isMiddle = stage == 1 || stage == 2
      world.readForces(into: force, forces)
      particles.holdPins()
      // A force may move nodes itself: what it does at the start of the step is kept.
      if stage == 0 { begin(particles, lanes) }
      advance(particles, lanes, weight: isMiddle ? 2 : 1, by: stage < 2 ? timeStep / 2 : timeStep)
      particles.holdPins()
    }
    return finish(world, lanes)
  }

  private func begin(_ particles: Particles, _ lanes: Lanes) {
    let (axes, count) = (particles.dimensions, particles.count)
    for axis in 0..<axes {
      lanes[axis].update(from: particles.position[axis], count: count)
      lanes[axes + axis].update(from: particles.velocity[axis], count: count)
      lanes[2 * axes + axis].update(repeating: 0, count: count)
      lanes[3 * axes + axis].update(repeating: 0, count: count)
    }
  }

  /// Adds the present rates to their sums, and moves by them from the start of the step.
  private func advance(_ particles: Particles, _ lanes: Lanes, weight: Double, by time: Double) {
    let axes = particles.dimensions
    for axis in 0..<axes {
      let (x, v) = (particles.position[axis], particles.velocity[axis])
      let (x0, v0) = (lanes[axis], lanes[axes + axis])
      let (way, gain) = (lanes[2 * axes + axis], lanes[3 * axes + axis])
      let force = lanes[4 * axes + axis]
      for node in 0..<particles.count {
        let acceleration = force[node] / particles.mass[node]
        way[node] += weight * v[node]
        gain[node] += weight * acceleration
        x[node] = x0[node] + time * v[node]
        v[node] = v0[node] + time * acceleration
      }
    }
  }

  private func finish(_ world: World, _ lanes: Lanes) -> Movement {
    let particles = world.particles
    let (axes, count) = (particles.dimensions, particles.count)
    for axis in 0..<axes {
      particles.position[axis].update(from: lanes[axis], count: count)
      particles.velocity[axis].update(from: lanes[2 * axes + axis], count: count)
    }
    let movement = world.drift(timeStep / 6)
    for axis in 0..<axes {
      let (v, v0, gain) = (particles.velocity[axis], lanes[axes + axis], lanes[3 * axes + axis])
      for node in 0..<count { v[node] = v0[node] + timeStep / 6 * gain[node] }
    }
    particles.holdPins()
    return movement
  }
}

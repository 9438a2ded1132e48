import ForceLabTestSupport
import Foundation
import ForceLabGraphs
import ForceLabMechanics
import Testing

/// Integrators that seek a minimum of energy, and how far they get.
struct MinimumTests {
  /// Three charges in a bowl: at rest, Q³·√3/r² = k·r/√3, so r³ = 3·Q³/k.
  @Test(
    arguments: [
      (Cooling { $0.iterations = 200 }, 1e-9), (Adaptive(), 1e-6), (FIRE(), 1e-9),
    ] as [(any Integrator, Double)])
  func threeChargesComeToRestInATriangle(_ integrator: any Integrator, tolerance: Double) throws {
    let (charge, stiffness) = (6.0, 0.1)
    let side = cbrt(3 * charge * charge * charge / stiffness)
    let forces: [any Force] = [
      Coulomb { $0.charge = charge },
      CenterSpring { $0.stiffness = stiffness },
    ]
    let simulation = Simulation(
      try world([[30, -12, 3], [1, -2, 9]]), forces: forces, integrator: integrator)
    let ticks = integrator is Cooling ? 200 : 400
    for _ in 0..<ticks { simulation.tick() }
    let x = simulation.world.particles.coordinates
    for (a, b) in [(0, 1), (1, 2), (2, 0)] {
      let distance = hypot(x[0][a] - x[0][b], x[1][a] - x[1][b])
      #expect(abs(distance / side - 1) < tolerance, "\(integrator.name)")
    }
  }

  /// How many steps the blog's 20 cells take until Σ|F| is 0.3 or less.
  private func steps(_ integrator: any Integrator) throws -> Int {
    let forces: [any Force] = [
      CenterSpring { $0.center = [150, 150] }, Coulomb { $0.charge = 10 },
    ]
    let simulation = Simulation(
      try world(uniform(20, dimensions: 2, extent: 300)), forces: forces, integrator: integrator)
    var remainder = Double.infinity
    while remainder > 0.3 && simulation.iteration < 1000 {
      simulation.tick()
      let here = try world(simulation.world.particles.coordinates)
      let pulls = forces.map { velocities($0, in: here) }
      remainder = (0..<20).reduce(0) { sum, node in
        let pull = (0..<2).map { axis in pulls.reduce(0) { $0 + $1[axis][node] } }
        return sum + hypot(pull[0], pull[1])
      }
    }
    return simulation.iteration
  }

  @Test func fireSettlesTheBlogsCellsSoonerThanDisplacement() throws {
    let (fire, displacement) = (try steps(FIRE()), try steps(Displacement()))
    #expect(displacement < 1000 && fire < displacement / 2, "\(fire) and \(displacement)")
  }

  /// The paper's five rules for one body on a spring, as plain numbers.
  @Test func fireFollowsItsPaper() throws {
    let world = try world([[10], [0]])
    world.particles.mass[0] = 2
    let simulation = Simulation(
      world, forces: [CenterSpring { $0.stiffness = 0.02 }], integrator: FIRE())
    var (x, v, step, alpha) = (10.0, 0.0, 0.1, 0.1)
    var (downhill, turns, longest) = (0, 0, 0.0)
    for _ in 0..<300 {
      let force = -0.02 * x
      if force * v > 0 {
        // In one dimension, the part of v that turns towards F already points there.
        v = (1 - alpha) * v + alpha * abs(v) * (force < 0 ? -1 : 1)
        downhill += 1
        if downhill > 5 { (step, alpha) = (min(1.1 * step, 1), 0.99 * alpha) }
      } else if v != 0 {
        (v, step, alpha, downhill) = (0, step / 2, 0.1, 0)
        turns += 1
      }
      v += step * force / 2
      x += step * v
      longest = max(longest, step)
      simulation.tick()
      #expect(abs(world.particles.position[0][0] - x) < 1e-9)
      #expect(abs(world.particles.velocity[0][0] - v) < 1e-9)
    }
    #expect(turns > 2 && longest == 1)
  }

  @Test func coolingMovesNoFurtherThanItsTemperature() throws {
    // The first node is pulled further than the temperature allows, the second less far.
    let world = try world([[1000, 0.4], [0, 0.3]])
    let cooling = Cooling { ($0.startTemperature, $0.iterations) = (8, 4) }
    let spring = CenterSpring { $0.stiffness = 0.5 }
    let simulation = Simulation(world, forces: [spring], integrator: cooling)
    var x = 1000.0
    for (tick, limit) in [8.0, 6, 4, 2, 0, 0].enumerated() {
      let movement = simulation.tick()
      x -= limit
      #expect(abs(world.particles.position[0][0] - x) < 1e-9)
      #expect(abs(movement.maximum - limit) < 1e-9)
      #expect(simulation.integrator.temperature == limit / 8)
      let rest = 0.5 / Double(1 << min(tick + 1, 4))
      #expect(
        abs(hypot(world.particles.position[0][1], world.particles.position[1][1]) - rest) < 1e-9)
    }
  }

  @Test(arguments: [1, 7, 500]) func coolingEndsARunWhenItIsCold(iterations: Int) throws {
    let cooling = Cooling { $0.iterations = iterations }
    let simulation = Simulation(try world([[1], [0]]), forces: [], integrator: cooling)
    let rule = try StopAtAlpha { $0.minimum = try #require(cooling.finalAlpha) }
    var progress = SimulationProgress()
    repeat {
      simulation.tick()
      progress.alpha = simulation.integrator.temperature
    } while !rule.isMet(by: progress) && simulation.iteration < 1000
    #expect(simulation.iteration == iterations)
  }

  @Test func adaptiveShrinksWhenTheEnergyGrows() throws {
    // Energies x²: 100, 49, 16, 1, then 4: the step after that is shorter; 1, then 2.89: once more.
    expect(
      try positions(of: 10, Adaptive { $0.step = 3 }, ticks: 8),
      [7, 4, 1, -2, 1, -1.7, 1, -1.43])
  }

  @Test func adaptiveGrowsAfterFiveDecreases() throws {
    let long = 3 / 0.9
    var places = [97.0, 94, 91, 88, 85]
    for _ in 0..<5 { places.append(places[places.count - 1] - long) }
    places.append(places[9] - long / 0.9)
    expect(try positions(of: 100, Adaptive { $0.step = 3 }, ticks: 11), places)
  }

  /// Where a node on a spring is after each tick.
  private func positions(of start: Double, _ integrator: any Integrator, ticks: Int) throws
    -> [Double]
  {
    let world = try world([[start], [0]])
    let simulation = Simulation(
      world, forces: [CenterSpring { $0.stiffness = 1 }], integrator: integrator)
    return (0..<ticks).map { _ in
      simulation.tick()
      return world.particles.position[0][0]
    }
  }

  private func expect(_ found: [Double], _ expected: [Double]) {
    #expect(maxDifference([found], [expected]) < 1e-12, "\(found)")
  }

  @Test func adaptiveReportsItsStepAsTemperature() throws {
    let world = try world([[10], [0]])
    let simulation = Simulation(
      world, forces: [CenterSpring { $0.stiffness = 1 }],
      integrator: Adaptive { $0.step = 3 })
    #expect(simulation.integrator.temperature == 1)
    for _ in 0..<6 { simulation.tick() }
    #expect(abs(simulation.integrator.temperature - 0.9) < 1e-15)
  }
}

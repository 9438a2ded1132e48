import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins
import ForceLabTestSupport
import Testing

/// Potentials and their conservation.
struct EnergyTests {
  /// Every force of the catalog that has a potential is its negative gradient.
  @Test(arguments: [2, 3])
  func forcesAreGradientsOfTheirPotentials(dimensions: Int) throws {
    let graph = try ring(12)
    let start = uniform(12, dimensions: dimensions, extent: 60)
    var seen = 0
    for force in plugins(.force, as: (any Force).self) where force.lackOfPotential(in: graph) == nil
    {
      seen += 1
      // `link` reads x + v and works edge by edge; one edge at a time it is a gradient.
      let graph = force is LinkForce ? try with(PathSource.self) { $0.count = 2 }.graph() : graph
      let positions = start.map { Array($0.prefix(graph.nodeCount)) }
      func world(_ positions: [[Double]]) -> World {
        World(particles: Particles(positions: positions), graph: graph)
      }
      let pull = velocities(force, in: world(positions))
      for axis in 0..<dimensions {
        for node in 0..<graph.nodeCount {
          func energy(_ shift: Double) throws -> Double {
            var moved = positions
            moved[axis][node] += shift
            let world = world(moved)
            var force = force
            force.prepare(for: world)
            return try #require(force.potentialEnergy(of: world))
          }
          let slope = (try energy(1e-4) - energy(-1e-4)) / 2e-4
          let scale = pull.joined().map { abs($0) }.max() ?? 1
          #expect(abs(pull[axis][node] + slope) < 1e-6 * scale, "\(force.name) at node \(node)")
        }
      }
    }
    #expect(seen >= 6)
  }

  @Test func forcesWithoutPotentialSayWhyAndLeaveTheTotalEmpty() throws {
    let graph = try MiserablesSource().graph()
    for force in plugins(.force, as: (any Force).self) {
      let world = World(particles: Particles(positions: phyllotaxis(graph)), graph: graph)
      let energy = Simulation(world, forces: [force], integrator: Verlet()).energy()
      #expect((energy.total == nil) == (force.lackOfPotential(in: graph) != nil), "\(force.name)")
    }
  }

  /// The greatest drift of total energy over a time of 40, as a part of the energy at the start.
  private func drift(timeStep: Double) throws -> Double {
    let forces: [any Force] = [with(Coulomb.self) { $0.charge = 6 }, CenterSpring()]
    let simulation = Simulation(
      try world(uniform(8, dimensions: 2, extent: 100)), forces: forces,
      integrator: with(VelocityVerlet.self) { $0.timeStep = timeStep })
    let start = try #require(simulation.energy().total)
    var worst = 0.0
    for _ in 0..<Int((40 / timeStep).rounded()) {
      simulation.tick()
      worst = max(worst, abs(try #require(simulation.energy().total) - start))
    }
    return worst / start
  }

  @Test func velocityVerletConservesEnergyToSecondOrder() throws {
    let drifts = try [0.2, 0.1, 0.05].map { try drift(timeStep: $0) }
    #expect(drifts[2] < 1e-3)
    for (coarse, fine) in zip(drifts, drifts.dropFirst()) {
      #expect(abs(coarse / fine - 4) < 0.6, "\(drifts)")
    }
  }

  @Test func dampingTakesEnergyAway() throws {
    let simulation = Simulation(
      try world([[3], [4]]), forces: [CenterSpring()],
      integrator: with(VelocityVerlet.self) { $0.damping = 0.5 })
    #expect(!simulation.energy().isConserved)
    for _ in 0..<2000 { simulation.tick() }
    #expect(try #require(simulation.energy().total) < 1e-6)
  }

  @Test func aMassOnASpringSwingsWithItsPeriod() throws {
    // ω = √(k/m) = √(0.02/4); after half a period it is at the other side.
    let world = try world([[10], [0]])
    world.particles.mass[0] = 4
    let omega = (0.02 / 4).squareRoot()
    let steps = 2000
    let simulation = Simulation(
      world, forces: [CenterSpring()],
      integrator: with(VelocityVerlet.self) { $0.timeStep = Double.pi / omega / Double(steps) })
    for _ in 0..<steps { simulation.tick() }
    #expect(abs(world.particles.position[0][0] + 10) < 1e-4)
  }
}

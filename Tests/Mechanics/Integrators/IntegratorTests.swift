import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins
import ForceLabTestSupport
import Testing

/// Integrators step by step, and pins under each.
struct IntegratorTests {
  @Test func displacementMovesByTheForceAloneFromTheOldPositions() throws {
    let world = try world([[10, -20], [0, 0]])
    let simulation = Simulation(world, forces: [CenterSpring()], integrator: Displacement())
    let first = simulation.tick()
    #expect(abs(first.total - 0.6) < 1e-12)
    #expect(abs(first.maximum - 0.4) < 1e-12)
    simulation.tick()
    // Nothing is kept from tick to tick: x ← 0.98·x.
    #expect(abs(world.particles.position[0][0] - 10 * 0.98 * 0.98) < 1e-12)
  }

  @Test func verletBrakesCoolsAndMoves() throws {
    let world = try world([[10], [0]])
    let verlet = Verlet { ($0.alphaDecay, $0.velocityDecay) = (0.5, 0.25) }
    let simulation = Simulation(world, forces: [CenterSpring()], integrator: verlet)
    // alpha = 0.5; v = −0.2·0.5·0.75; then alpha = 0.25 and v = (v − k·x·0.25)·0.75.
    simulation.tick()
    let x = 10 - 0.075
    #expect(abs(world.particles.position[0][0] - x) < 1e-12)
    #expect(simulation.integrator.temperature == 0.5)
    simulation.tick()
    #expect(abs(world.particles.position[0][0] - (x + (-0.075 - 0.02 * x * 0.25) * 0.75)) < 1e-12)
  }

  @Test func verletThatNeverCoolsHasNoFinalAlpha() {
    #expect(Verlet { $0.alphaTarget = 0.3 }.finalAlpha == nil)
    #expect(Verlet { $0.alphaDecay = 0 }.finalAlpha == nil)
    #expect(Verlet().finalAlpha == 0.001)
  }

  /// A bad integrator would let a force move a pinned node, or leave it a velocity.
  @Test(arguments: [2, 3])
  func pinnedNodesKeepTheirPlaceUnderEveryIntegrator(dimensions: Int) throws {
    let graph = try MiserablesSource().graph()
    for integrator in plugins(.integrator, as: (any Integrator).self) {
      let particles = Particles(positions: phyllotaxis(graph, dimensions: dimensions))
      let place = Array([5.0, -7, 9].prefix(dimensions))
      particles.pins = [.init(node: 11, position: place)]
      let forces: [any Force] = [
        ManyBody(), LinkForce(), Center(), Collide { $0.radius = 8 },
      ]
      let simulation = Simulation(
        World(particles: particles, graph: graph), forces: forces, integrator: integrator)
      for _ in 0..<3 {
        simulation.tick()
        #expect(particles.position(of: 11) == place, "\(integrator.name)")
        for axis in 0..<dimensions { #expect(particles.velocity[axis][11] == 0) }
      }
    }
  }

  /// Lengths and energies over all nodes must leave out the forces that pins bear.
  @Test func aPinnedNodeThatExertsNoForceChangesNothing() throws {
    for integrator in plugins(.integrator, as: (any Integrator).self) {
      func path(_ positions: [[Double]], pins: [Particles.Pin]) throws -> [Double] {
        let world = try world(positions)
        world.particles.pins = pins
        let simulation = Simulation(
          world, forces: [CenterSpring { $0.stiffness = 0.5 }], integrator: integrator)
        return (0..<30).map { _ in
          simulation.tick()
          return world.particles.position[0][0]
        }
      }
      let alone = try path([[10], [4]], pins: [])
      let pin = Particles.Pin(node: 1, position: [900, 0])
      #expect(try path([[10, 900], [4, 0]], pins: [pin]) == alone, "\(integrator.name)")
    }
  }

  /// `center` moves nodes without a force: once a step, and to stay.
  @Test func aForceThatMovesNodesDirectlyActsOncePerTick() throws {
    for integrator in plugins(.integrator, as: (any Integrator).self) {
      let world = try world([[100, 110], [7, 9]])
      let simulation = Simulation(
        world, forces: [Center { $0.strength = 0.5 }], integrator: integrator)
      let movement = simulation.tick()
      // Velocity Verlet reads forces twice in its first step.
      let left = integrator is VelocityVerlet ? 0.25 : 0.5
      let place = [[105 * left - 5, 105 * left + 5], [8 * left - 1, 8 * left + 1]]
      #expect(maxDifference(world.particles.coordinates, place) < 1e-12, "\(integrator.name)")
      #expect(movement.total == 0)
    }
  }

  @Test func twoSimulationsOfTheSamePluginsDoNotShareMemory() throws {
    for integrator in plugins(.integrator, as: (any Integrator).self) {
      try expectOwnMemory(integrator)
    }
  }

  private func expectOwnMemory(_ integrator: any Integrator) throws {
    let graph = try ring(20)
    let forces: [any Force] = [ManyBody(), LinkForce(), Collide()]
    func simulation(_ seed: UInt64) -> Simulation {
      let start = uniform(20, dimensions: 2, extent: 90, seed: seed)
      let world = World(particles: Particles(positions: start), graph: graph, repulsion: KDTree())
      return Simulation(world, forces: forces, integrator: integrator)
    }
    let alone = simulation(1)
    for _ in 0..<5 { alone.tick() }
    let (first, second) = (simulation(1), simulation(2))
    for _ in 0..<5 {
      first.tick()
      second.tick()
    }
    let expected = alone.world.particles.coordinates
    #expect(first.world.particles.coordinates == expected, "\(integrator.name)")
  }
}

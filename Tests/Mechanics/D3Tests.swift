import ForceLabTestSupport
import Foundation
import ForceLabGraphs
import ForceLabMechanics
import Testing

/// d3-force's forces, held against d3-force itself; `References/make-d3.js` states the same forces.
struct D3Tests {
  private func difference(
    from name: String, _ graph: Graph, ticks: Int, _ forces: [any Force],
    repulsion: any Repulsion = Exact()
  ) throws -> Double {
    let world = World(
      particles: Particles(positions: phyllotaxis(graph)), graph: graph, repulsion: repulsion)
    let simulation = Simulation(world, forces: forces, integrator: Verlet())
    for _ in 0..<ticks { simulation.tick() }
    return maxDifference(world.particles.coordinates, try reference(name))
  }

  private func mesh(_ side: Int) throws -> Graph {
    try MeshSource { ($0.rows, $0.columns) = (side, side) }.graph()
  }

  @Test(
    arguments: [Exact(), KDTree { $0.theta = 0 }, GridRepulsion()] as [any Repulsion])
  func mesh8By8After300Ticks(_ repulsion: any Repulsion) throws {
    let forces: [any Force] = [ManyBody(), LinkForce(), Center()]
    var repulsion = repulsion
    if repulsion is GridRepulsion { repulsion = GridRepulsion { $0.cell = 1e6 } }
    let difference = try difference(
      from: "d3-grid8-300", mesh(8), ticks: 300, forces, repulsion: repulsion)
    #expect(difference < 1e-6)
  }

  @Test func allForcesOnMiserables() throws {
    let forces: [any Force] = [
      ManyBody(), LinkForce(), Center(), Collide { $0.radius = 5 },
      Position { $0.target = 20 },
      Position { ($0.axis, $0.target, $0.strength) = (.y, -10, 0.2) },
      Radial { $0.center = [5, 6] },
    ]
    let graph = try MiserablesSource().graph()
    #expect(try difference(from: "d3-all-miserables", graph, ticks: 120, forces) < 1e-6)
  }

  @Test func allForcesOnAMesh() throws {
    let forces: [any Force] = [
      ManyBody(), LinkForce(), Center { $0.at = [3, 4] },
      Collide { ($0.radius, $0.strength, $0.iterations) = (5, 0.7, 2) },
      Position { $0.target = 20 }, Position { $0.axis = .y }, Radial(),
    ]
    #expect(try difference(from: "d3-all-mesh", mesh(10), ticks: 120, forces) < 1e-6)
  }

  @Test func collideAlone() throws {
    let forces = [Collide { $0.radius = 20 }]
    #expect(try difference(from: "d3-collide", cells(60), ticks: 60, forces) < 1e-6)
  }

  @Test func distancesOfManyBodyAndOptionsOfLink() throws {
    let forces: [any Force] = [
      ManyBody { ($0.strength, $0.distanceMin, $0.distanceMax) = (-50, 40, 120) },
      LinkForce { ($0.length, $0.strength, $0.iterations) = (10, 0.5, 3) }, Center(),
    ]
    let graph = try MiserablesSource().graph()
    #expect(try difference(from: "d3-options-miserables", graph, ticks: 120, forces) < 1e-6)
  }

  @Test func coolsToAlphaMinIn300Ticks() throws {
    let simulation = Simulation(try world([[0], [0]]), forces: [], integrator: Verlet())
    let rule = try StopAtAlpha { $0.minimum = try #require(simulation.integrator.finalAlpha) }
    var progress = SimulationProgress()
    repeat {
      simulation.tick()
      progress.alpha = simulation.integrator.temperature
    } while !rule.isMet(by: progress) && simulation.iteration < 1000
    #expect((300...301).contains(simulation.iteration))
  }
}

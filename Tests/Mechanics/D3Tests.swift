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
    try with(MeshSource.self) {
      $0.rows = side
      $0.columns = side
    }.graph()
  }

  @Test(
    arguments: [Exact(), with(KDTree.self) { $0.theta = 0 }, GridRepulsion()] as [any Repulsion])
  func mesh8By8After300Ticks(_ repulsion: any Repulsion) throws {
    let forces: [any Force] = [ManyBody(), LinkForce(), Center()]
    var repulsion = repulsion
    if repulsion is GridRepulsion { repulsion = with(GridRepulsion.self) { $0.cell = 1e6 } }
    let difference = try difference(
      from: "d3-grid8-300", mesh(8), ticks: 300, forces, repulsion: repulsion)
    #expect(difference < 1e-6)
  }

  @Test func allForcesOnMiserables() throws {
    let forces: [any Force] = [
      ManyBody(), LinkForce(), Center(), with(Collide.self) { $0.radius = 5 },
      with(Position.self) { $0.target = 20 },
      with(Position.self) {
        $0.axis = .y
        $0.target = -10
        $0.strength = 0.2
      }, with(Radial.self) { $0.center = [5, 6] },
    ]
    let graph = try MiserablesSource().graph()
    #expect(try difference(from: "d3-all-miserables", graph, ticks: 120, forces) < 1e-6)
  }

  @Test func allForcesOnAMesh() throws {
    let forces: [any Force] = [
      ManyBody(), LinkForce(), with(Center.self) { $0.at = [3, 4] },
      with(Collide.self) {
        $0.radius = 5
        $0.strength = 0.7
        $0.iterations = 2
      }, with(Position.self) { $0.target = 20 }, with(Position.self) { $0.axis = .y }, Radial(),
    ]
    #expect(try difference(from: "d3-all-mesh", mesh(10), ticks: 120, forces) < 1e-6)
  }

  @Test func collideAlone() throws {
    let forces = [with(Collide.self) { $0.radius = 20 }]
    #expect(try difference(from: "d3-collide", cells(60), ticks: 60, forces) < 1e-6)
  }

  @Test func distancesOfManyBodyAndOptionsOfLink() throws {
    let forces: [any Force] = [
      with(ManyBody.self) {
        $0.strength = -50
        $0.distanceMin = 40
        $0.distanceMax = 120
      },
      with(LinkForce.self) {
        $0.length = 10
        $0.strength = 0.5
        $0.iterations = 3
      }, Center(),
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

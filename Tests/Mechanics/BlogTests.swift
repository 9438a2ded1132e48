import ForceLabTestSupport
import Foundation
import ForceLabMechanics
import Testing

/// The layout on blog.krugazor.eu, compared with a program that implements its formulas with angles.
struct BlogTests {
  private func layout(_ start: [[Double]]) throws -> (iterations: Int, simulation: Simulation) {
    let forces: [any Force] = [
      CenterSpring { $0.center = [150, 150] }, Coulomb { $0.charge = 10 },
    ]
    let simulation = Simulation(try world(start), forces: forces, integrator: Displacement())
    let rule = StopAtMovement()
    var progress = SimulationProgress()
    repeat {
      progress.movement = simulation.tick()
      progress.iteration = simulation.iteration
    } while !rule.isMet(by: progress) && simulation.iteration < 10_000
    return (simulation.iteration, simulation)
  }

  @Test(arguments: [(cells: 2, iterations: 111), (7, 273)])
  func reachesTheReference(_ reference: (cells: Int, iterations: Int)) throws {
    let name = "blog-cells-\(reference.cells)"
    let (iterations, simulation) = try layout(MechanicsTests.reference("\(name).start"))
    #expect(iterations == reference.iterations)
    let final = try MechanicsTests.reference("\(name).final")
    #expect(maxDifference(simulation.world.particles.coordinates, final) < 1e-6)
  }

  @Test func oneCellAtTheCenterStopsAtOnce() throws {
    let (iterations, simulation) = try layout([[150], [150]])
    #expect(iterations == 1)
    #expect(simulation.world.particles.coordinates == [[150], [150]])
  }

  @Test func displacementDoesNotConserveEnergy() throws {
    let (_, simulation) = try layout(MechanicsTests.reference("blog-cells-7.start"))
    let total = try #require(simulation.energy().total)
    let again = Simulation(
      try world(MechanicsTests.reference("blog-cells-7.start")), forces: simulation.forces,
      integrator: VelocityVerlet())
    // The layout runs down to an equilibrium: most of the energy it began with is gone.
    let start = try #require(again.energy().total)
    #expect(total < start / 2)
  }
}

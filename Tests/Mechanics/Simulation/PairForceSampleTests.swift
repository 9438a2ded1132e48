import ForceLabMechanics
import ForceLabPlugins
import ForceLabTestSupport
import Testing

/// Pairwise forces on some nodes, summed in two ways.
struct PairForceSampleTests {
  private func simulation(_ forces: [any Force], _ strategy: any Repulsion, dimensions: Int = 2)
    throws -> Simulation
  {
    let positions = uniform(isOptimized ? 2000 : 700, dimensions: dimensions)
    return Simulation(try world(positions, strategy), forces: forces, integrator: Verlet())
  }

  @Test(arguments: [2, 3])
  func sampledForcesEqualThoseOfTheWholeLayout(dimensions: Int) throws {
    let nodes = Array(stride(from: 0, to: 300, by: 7)) + [299]
    let simulation = try simulation(
      [ManyBody(), CenterSpring(), Coulomb()], GridRepulsion(), dimensions: dimensions)
    let sample = try #require(simulation.pairForces(on: nodes))
    func whole(_ strategy: any Repulsion) throws -> [[Double]] {
      let world = try self.simulation([], strategy, dimensions: dimensions).world
      return zip(velocities(ManyBody(), in: world), velocities(Coulomb(), in: world)).map {
        a, b in nodes.map { a[$0] + b[$0] }
      }
    }
    #expect(relativeError(sample.exact, try whole(Exact())) < 1e-12)
    #expect(relativeError(sample.summed, try whole(GridRepulsion())) < 1e-14)
    #expect(sample.exact != sample.summed)
  }

  @Test func nothingOfTheSimulationChanges() throws {
    let (watched, other) = (
      try simulation([ManyBody(), Drag()], KDTree()),
      try simulation([ManyBody(), Drag()], KDTree())
    )
    for _ in 0..<3 {
      watched.tick()
      _ = watched.pairForces(on: [0, 5])
      other.tick()
    }
    #expect(watched.world.particles.coordinates == other.world.particles.coordinates)
    #expect(watched.world.repulsion is KDTree)
  }

  @Test func thereAreNoneWithoutAPairwiseForce() throws {
    #expect(try simulation([CenterSpring(), Collide()], Exact()).pairForces(on: [0]) == nil)
    let none = try #require(try simulation([ManyBody()], Exact()).pairForces(on: []))
    #expect(none.exact == [[], []])
  }
}

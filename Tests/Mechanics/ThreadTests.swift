import Graphs
import Mechanics
import Plugins
import Testing

/// The same bits, whatever the number of threads.
struct ThreadTests {
  @Test(arguments: [2, 3])
  func noBitDependsOnTheNumberOfThreads(dimensions: Int) throws {
    // Enough pairs that the work is shared in debug builds too.
    let graph = try ring(600)
    let start = uniform(600, dimensions: dimensions)
    for strategy in plugins(.repulsion, as: (any Repulsion).self) {
      func run(threads: Int) throws -> (positions: [[Double]], energy: Double) {
        let world = World(
          particles: Particles(positions: start), graph: graph, repulsion: strategy, seed: 5,
          threads: threads)
        let simulation = Simulation(
          world, forces: [ManyBody(), Link(), Coulomb()], integrator: Verlet())
        for _ in 0..<2 { simulation.step() }
        return (world.particles.coordinates, try #require(ManyBody().potentialEnergy(of: world)))
      }
      let alone = try run(threads: 1)
      for threads in [2, 3, 7] {
        let shared = try run(threads: threads)
        #expect(shared.positions == alone.positions, "\(strategy.name), \(threads) threads")
        #expect(shared.energy == alone.energy, "\(strategy.name), \(threads) threads")
      }
    }
  }
}

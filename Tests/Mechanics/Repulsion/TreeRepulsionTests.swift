import ForceLabMechanics
import ForceLabTestSupport
import Testing

/// Trees that are built by themselves.
@Suite struct TreeRepulsionTests {
  private func check<Strategy: TreeRepulsion>(_: Strategy.Type) throws {
    var strategy = Strategy()
    #expect(strategy.cellCount == 0)
    let places = uniform(500, dimensions: 2)
    strategy.buildTree(of: try world(places))
    // Leaves hold 32 at most, and cells have four parts at most; every node has its coordinates in
    // double precision.
    #expect(strategy.cellCount >= (4 * (500 / 32 + 1) - 1) / 3)
    #expect(strategy.treeBytes > 500 * 3 * 8)
    // A tree that was built by itself changes nothing of the forces.
    let plain = velocities(ManyBody(), in: try world(places, Strategy()))
    #expect(velocities(ManyBody(), in: try world(places, strategy)) == plain)
    strategy.buildTree(of: try world([[0, .nan], [0, 1]]))
    #expect(strategy.cellCount == 0)
    strategy.buildTree(of: try world([[3], [3]]))
    #expect(strategy.cellCount == 1)
  }

  /// A tree whose cells all have nodes, and two parts at least, has fewer cells than that.
  @Test(arguments: [1, 2, 3]) func smallLeavesAreNotEmpty(leaf: Int) throws {
    let places = uniform(500, dimensions: 2)
    let exact = velocities(ManyBody(), in: try world(places))
    var kdTree = KDTree { $0.leaf = leaf }
    kdTree.buildTree(of: try world(places))
    #expect(kdTree.cellCount < 2 * 500)
    let summed = velocities(ManyBody(), in: try world(places, kdTree))
    #expect(relativeError(summed, exact) <= 0.01)
    var barnesHut = BarnesHut { $0.leaf = leaf }
    barnesHut.buildTree(of: try world(places))
    #expect(barnesHut.cellCount < 2 * 500)
  }

  /// Moves the nodes by up to `way` on each axis, and returns where they are.
  private func move(_ particles: Particles, by way: Double, seed: UInt64) -> [[Double]] {
    let ways = uniform(particles.count, dimensions: particles.dimensions, extent: way, seed: seed)
    for (axis, ways) in ways.enumerated() {
      for node in 0..<particles.count { particles.position[axis][node] += ways[node] }
    }
    return particles.coordinates
  }

  private static func keeping(_ maxDrift: Double) -> [any Repulsion] {
    [KDTree { $0.maxDrift = maxDrift }, BarnesHut { $0.maxDrift = maxDrift }]
  }

  /// Other cells give other roundings: so sums tell whether a tree keeps its cells.
  @Test(arguments: [2, 3]) func keptCellsAreAsExactAsNewOnes(dimensions: Int) throws {
    let places = uniform(6000, dimensions: dimensions)
    for strategy in Self.keeping(1) {
      let worlds = try [1, 2].map { try world(places, strategy, threads: $0) }
      let laws: [any Force] = [ManyBody(), Coulomb(), ManyBody()]
      for (step, law) in laws.enumerated() {
        let sums = worlds.map { world in
          _ = move(world.particles, by: 10, seed: UInt64(step))
          return velocities(law, in: world)
        }
        #expect(sums[0] == sums[1], "threads")
        let moved = worlds[0].particles.coordinates
        let new = velocities(law, in: try world(moved, strategy))
        #expect((sums[0] == new) == (step == 0), "\(strategy.name), \(step)")
        let exact = velocities(law, in: try world(moved))
        let error = relativeError(sums[0], exact)
        #expect(error < (dimensions == 2 ? 0.003 : 0.01), "\(strategy.name): \(error)")
      }
    }
  }

  @Test func cellsAreNotKeptIfNodesMovedFar() throws {
    for strategy in Self.keeping(0) + Self.keeping(0.05) {
      let world = try world(uniform(2000, dimensions: 2), strategy)
      func isNew() throws -> Bool {
        let fresh = try ForceLabTestSupport.world(world.particles.coordinates, strategy)
        return velocities(ManyBody(), in: world) == velocities(ManyBody(), in: fresh)
      }
      #expect(try isNew())
      _ = move(world.particles, by: 100, seed: 2)
      #expect(try isNew())
      // One of them alone.
      world.particles.position[0][7] += 1000
      #expect(try isNew())
      world.particles.position[1][7] = .nan
      #expect(velocities(ManyBody(), in: world)[0].allSatisfy { $0 == 0 })
      world.particles.position[1][7] = 0
      #expect(try isNew())
    }
    // Many short ways are a long one.
    let world = try world(uniform(2000, dimensions: 2), KDTree())
    let areNew = try (0..<20).map { step in
      let moved = move(world.particles, by: 1, seed: UInt64(step))
      let fresh = try ForceLabTestSupport.world(moved, KDTree())
      return velocities(ManyBody(), in: world) == velocities(ManyBody(), in: fresh)
    }
    #expect(areNew[0] && (2...10).contains(areNew.count { $0 }), "\(areNew)")
  }

  @Test func neitherEnergiesNorCopiesChangeALayoutByKeptCells() throws {
    let count = isOptimized ? 3000 : 1300
    for strategy in Self.keeping(0.05) {
      let layouts = try [false, true].map { isDisturbed in
        let world = try world(uniform(count, dimensions: 2), strategy, on: ring(count))
        // Energies are those of nodes that 'center' then moves.
        let forces: [any Force] = [Center(), ManyBody(), Coulomb(), LinkForce()]
        let simulation = Simulation(
          world, forces: forces, integrator: Verlet { $0.alpha = 0.02 })
        var copies: [any Repulsion] = []
        for _ in 0..<20 {
          simulation.tick()
          guard isDisturbed else { continue }
          #expect(simulation.energy().potentials[1] != nil)
          copies.append(world.repulsion)
          let other = try ForceLabTestSupport.world(world.particles.coordinates, world.repulsion)
          _ = move(other.particles, by: 1, seed: 3)
          _ = velocities(ManyBody(), in: other)
        }
        return world.particles.coordinates
      }
      #expect(layouts[0] == layouts[1], "\(strategy.name)")
    }
  }

  @Test func aTreeWithoutAStrategy() throws {
    try check(KDTree.self)
    try check(BarnesHut.self)
  }
}

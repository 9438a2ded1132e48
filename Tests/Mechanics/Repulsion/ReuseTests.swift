import ForceLabMechanics
import ForceLabPlugins
import ForceLabTestSupport
import Testing

/// Trees that last for several ticks.
struct ReuseTests {
  private let count = isOptimized ? 3000 : 300

  /// The error of the force under `strategy` in each tick of a layout that goes its way under `exact`.
  private func errors(_ strategy: Reuse, ticks: Int) throws -> [Double] {
    let graph = try ring(count)
    let start = uniform(count, dimensions: 2)
    let (leader, follower) = (try world(start, on: graph), try world(start, strategy, on: graph))
    let slow = Verlet { $0.alpha = 0.05 }
    let layout = Simulation(leader, forces: [ManyBody(), LinkForce()], integrator: slow)
    // It reads forces from where the other's nodes are.
    let reader = Simulation(follower, forces: [ManyBody()], integrator: Displacement())
    return try (0..<ticks).map { _ in
      for axis in 0..<2 {
        follower.particles.position[axis].update(
          from: leader.particles.position[axis], count: count)
      }
      let start = leader.particles.coordinates
      reader.tick()
      let moved = follower.particles.coordinates
      let forces = (0..<2).map { axis in zip(moved[axis], start[axis]).map { $0 - $1 } }
      let still = try world(start, on: graph)
      layout.tick()
      return relativeError(forces, velocities(ManyBody(), in: still))
    }
  }

  @Test func theErrorGrowsUntilTheTreeIsRebuilt() throws {
    let strategy = Reuse { $0.every = 5 }
    let errors = try errors(strategy, ticks: 11)
    for tick in [0, 5, 10] { #expect(errors[tick] < 0.005, "\(tick): \(errors[tick])") }
    for tick in [4, 9] { #expect(errors[tick] > errors[tick - 4], "\(tick): \(errors[tick])") }
    #expect(errors.max() ?? 1 < 0.1, "\(errors)")
  }

  @Test func reusingForOneTickEqualsTheOtherStrategy() throws {
    let once = Reuse { $0.every = 1 }
    let positions = uniform(count, dimensions: 2)
    let same = velocities(ManyBody(), in: try world(positions, once))
    #expect(same == velocities(ManyBody(), in: try world(positions, KDTree())))
  }

  @Test(arguments: [2, 3])
  func nodesAtRestAreSummedAsByTheOtherStrategy(dimensions: Int) throws {
    let positions = uniform(count, dimensions: dimensions)
    for other: any Repulsion in [KDTree(), BarnesHut()] {
      let strategy = Reuse { $0.of = other }
      for law: any PairForce in [ManyBody(), Coulomb()] {
        let world = try world(positions, strategy)
        let expected = velocities(law, in: try ForceLabTestSupport.world(positions, other))
        for _ in 0..<2 { #expect(relativeError(velocities(law, in: world), expected) < 1e-12) }
      }
    }
  }

  @Test func eachListOfChargesHasATreeOfItsOwn() throws {
    let count = 1200
    let world = try world(uniform(count, dimensions: 2), Reuse())
    let charges = LaneStorage(count: count, lanes: 2)
    func pull(_ lane: Int, in world: World) -> [[Double]] {
      let sums = LaneStorage(count: count, lanes: 2)
      let sum = PairSum(ManyBody(), .force, charges: charges.lanes[lane])
      world.repulsion.add(sum, times: 1, to: sums.lanes, in: world)
      return (0..<2).map { axis in (0..<count).map { sums.lanes[axis][$0] } }
    }
    func errors() throws -> [Double] {
      let other = try ForceLabTestSupport.world(world.particles.coordinates, KDTree())
      return (0..<2).map { relativeError(pull($0, in: world), pull($0, in: other)) }
    }
    for node in 0..<count {
      charges.lanes[0][node] = 1
      charges.lanes[1][node] = Double(1 + node % 3)
    }
    #expect(try errors() == [0, 0])
    for node in 0..<count { world.particles.position[0][node] += Double(node % 7) }
    for error in try errors() { #expect(error > 1e-9 && error < 0.1) }
    // A list that changes is another one.
    for node in 0..<count { charges.lanes[1][node] = Double(1 + node % 5) }
    #expect(try errors()[1] == 0)
    withExtendedLifetime(charges) {}
  }

  /// Near nodes act from where they are: two that pass each other are not pushed the wrong way.
  @Test func nearNodesActFromTheirPresentPositions() throws {
    let world = try world([[0, 10], [0, 0]], Reuse())
    #expect(velocities(ManyBody(), in: world)[0] == [-3, 3])
    world.particles.position[0][1] = -10
    #expect(velocities(ManyBody(), in: world)[0] == [3, -3])
  }

  @Test(arguments: [3, 13])
  func recordingEnergiesChangesNoLayout(every: Int) throws {
    let layouts = try [false, true].map { isRecorded in
      let world = try world(
        uniform(count, dimensions: 2), Reuse { $0.every = every }, on: ring(count))
      let forces: [any Force] = [ManyBody(), Coulomb(), LinkForce()]
      let simulation = Simulation(world, forces: forces, integrator: Verlet())
      for _ in 0..<20 {
        simulation.tick()
        if isRecorded { #expect(simulation.energy().potentials[0] != nil) }
      }
      return world.particles.coordinates
    }
    #expect(layouts[0] == layouts[1])
  }

  /// Copies go on by themselves: neither reads what the other wrote.
  @Test func aCopyHasATreeOfItsOwn() throws {
    for strategy: any Repulsion in [Reuse(), KDTree(), Exact(), GridRepulsion()] {
      let (first, other) = (uniform(count, dimensions: 2), uniform(count, dimensions: 2, seed: 2))
      let one = try world(first, strategy)
      let expected = velocities(ManyBody(), in: one)
      let two = try world(other, one.repulsion)
      // A tick later a tree is built anew.
      Simulation(two, forces: [], integrator: Displacement()).tick()
      let others = velocities(ManyBody(), in: try world(other, strategy))
      #expect(velocities(ManyBody(), in: two) == others, "\(strategy.name)")
      #expect(velocities(ManyBody(), in: one) == expected, "\(strategy.name)")
    }
  }

  @Test func rejectsStrategiesThatCannotBeReused() throws {
    try Reuse().check()
    for other: any Repulsion in [Exact(), GridRepulsion(), FastMultipole(), Sampled(), Reuse()] {
      let strategy = Reuse { $0.of = other }
      #expect(throws: ParameterError.self) { try strategy.check() }
    }
  }
}

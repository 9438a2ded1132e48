import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins
import ForceLabTestSupport
import Testing

/// Pushes one node, or all if there is none, along x.
private struct Push: Force {
  var node = -1
  var size = 1.0

  static let manual = Manual<Self>("push", "Pushes a node along x.")

  func apply(to world: World, alpha: Double) {
    let velocity = world.particles.velocity[0]
    for index in 0..<world.particles.count where node < 0 || node == index {
      velocity[index] += alpha * size
    }
  }

  func potentialEnergy(of world: World) -> Double? { nil }
}

/// What each force does in a step that is watched.
struct ForceTraceTests {
  private static let integrators: [any Integrator] = plugins(.integrator)

  private func simulation(_ integrator: any Integrator, _ forces: [any Force]) throws -> Simulation
  {
    let graph = try ring(12)
    let world = try world(uniform(12, dimensions: 2, extent: 100), on: graph, seed: 3)
    return Simulation(world, forces: forces, integrator: integrator)
  }

  @Test(arguments: integrators.indices)
  func aTracedTickEqualsAPlainTick(index: Int) throws {
    let make = {
      try simulation(Self.integrators[index], [ManyBody(), LinkForce(), Collide(), Center()])
    }
    let (watched, plain) = (try make(), try make())
    for _ in 0..<5 {
      plain.tick()
      let trace = watched.tick(watching: 7)
      #expect(trace.lost == nil && trace.changes.count == 4)
    }
    #expect(watched.iteration == 5)
    #expect(watched.world.particles.coordinates == plain.world.particles.coordinates)
  }

  /// Hooke's law pulls by k·|x|, and a pushed center moves every node by its own mean.
  @Test func changesAreOfVelocityOrPosition() throws {
    let world = try world([[3, -3, 6], [4, -4, 8]])
    let spring = CenterSpring { $0.stiffness = 0.5 }
    let forces: [any Force] = [spring, Push(node: 1, size: -7), Center()]
    let simulation = Simulation(world, forces: forces, integrator: Displacement())
    let changes = simulation.tick(watching: 0).changes
    #expect(
      zip(changes, [2.5, 0, (2.0 * 2 + 8 / 3.0 * 8 / 3).squareRoot()]).allSatisfy {
        abs($0 - $1) < 1e-12
      })
  }

  /// Half the step of a Runge–Kutta stage is not the whole; the greatest of the four is told.
  @Test func theGreatestChangeOfSeveralEvaluationsIsReported() throws {
    let world = try world([[0, 10], [0, 0]])
    let spring = CenterSpring { $0.stiffness = 1 }
    let push = Push(node: 1, size: -100)
    let integrator = RungeKutta4 { $0.timeStep = 1 }
    let simulation = Simulation(world, forces: [spring, push], integrator: integrator)
    let changes = simulation.tick(watching: 1).changes
    // x: 10, 10, 10 − 110/4 = −17.5, 10 − 110/2 = −45.
    #expect(abs(changes[0] - 45) < 1e-12 && changes[1] == 100, "\(changes)")
  }

  @Test(arguments: integrators.indices)
  func namesTheFirstForceAndNodeThatAreNotFinite(index: Int) throws {
    let forces: [any Force] = [ManyBody(), Push(node: 4, size: .infinity), LinkForce(), Center()]
    let trace = try simulation(Self.integrators[index], forces).tick(watching: 0)
    #expect(trace.lost?.force == 1 && trace.lost?.node == 4)
    // What came after it is not told, for it saw what was not finite.
    #expect(trace.changes[0] > 0 && trace.changes[0].isFinite && trace.changes[2] == 0)
  }

  @Test func aChangeWhoseSquareOverflowsIsMeasured() throws {
    let simulation = try simulation(Displacement(), [Push(node: 2, size: -3e200)])
    let trace = simulation.tick(watching: 2)
    #expect(trace.changes == [3e200] && trace.lost == nil)
  }
}

import ForceLabTestSupport
import Foundation
import ForceLabGraphs
import ForceLabMechanics
import Testing

/// Random kicks, and the drag that they need to come to a balance.
struct JiggleTests {
  /// The kicks that `count` nodes get in their first `ticks` ticks, one list per tick and axis.
  private func kicks(
    _ count: Int, ticks: Int = 1, dimensions: Int = 2, seed: UInt64 = 0,
    _ force: JiggleForce = .init(),
    around others: [any Force] = []
  ) throws -> [[Double]] {
    let still = Array(repeating: Array(repeating: 0.0, count: count), count: dimensions)
    let world = try world(still, seed: seed)
    let simulation = Simulation(
      world, forces: others + [force] + others, integrator: Displacement())
    return (0..<ticks).flatMap { _ in
      simulation.tick()
      return velocities(of: world.particles)
    }
  }

  @Test(arguments: [2, 3])
  func kicksAreNormallyDistributed(dimensions: Int) throws {
    let force = JiggleForce { $0.temperature = 8 }
    for axis in try kicks(20_000, ticks: 2, dimensions: dimensions, force) {
      let moments = (1...4).map { power in
        axis.reduce(0) { $0 + pow($1 / 4, Double(power)) } / 20_000
      }
      // Means of 20 000; the fourth power has a variance of 96.
      for (moment, expected) in zip(moments, [0.0, 1, 0, 3]) {
        #expect(abs(moment - expected) < 0.25, "\(moments)")
      }
      #expect(abs(moments[0]) < 0.03 && abs(moments[1] - 1) < 0.04)
    }
  }

  @Test func dependOnlyOnSeedTickNodeAndAxis() throws {
    let kicks = try kicks(50, ticks: 3, dimensions: 3)
    #expect(Set(kicks.joined()).count == 450)
    #expect(try self.kicks(50, ticks: 3, dimensions: 3) == kicks)
    // Fewer nodes, fewer axes and other forces before it leave a node's kicks as they are.
    let fewer = try self.kicks(7, ticks: 3)
    for tick in 0..<3 {
      #expect(fewer[2 * tick] == Array(kicks[3 * tick][..<7]))
      #expect(fewer[2 * tick + 1] == Array(kicks[3 * tick + 1][..<7]))
    }
    let idle = Position { $0.strength = 0 }
    #expect(try self.kicks(50, ticks: 3, dimensions: 3, around: [idle]) == kicks)
    let others = [
      try self.kicks(50, JiggleForce { $0.seed = 1 }), try self.kicks(50, seed: 1),
    ]
    for other in others { #expect(Set((other + kicks).joined()).count == 550) }
  }

  @Test func aTickHasOneKickHoweverOftenForcesAreEvaluated() throws {
    let world = try world([[0], [0]], seed: 0)
    let simulation = Simulation(
      world, forces: [JiggleForce()], integrator: RungeKutta4 { $0.timeStep = 1 })
    simulation.tick()
    let kick = try kicks(1)
    #expect(abs(world.particles.velocity[0][0] - kick[0][0]) < 1e-15)
    #expect(abs(world.particles.position[1][0] - kick[1][0] / 2) < 1e-15)
  }

  /// Under displacement, x ← (1 − k)·x + √(2·T)·ξ has the variance 2·T/(1 − (1 − k)²).
  @Test func nodesOnASpringSpreadByTheTemperature() throws {
    let (count, stiffness, temperature) = (400, 0.2, 3.0)
    let forces: [any Force] = [
      CenterSpring { $0.stiffness = stiffness },
      JiggleForce { $0.temperature = temperature },
    ]
    let still = Array(repeating: Array(repeating: 0.0, count: count), count: 2)
    let simulation = Simulation(try world(still), forces: forces, integrator: Displacement())
    for _ in 0..<30 { simulation.tick() }
    var sum = 0.0
    for _ in 0..<40 {
      for _ in 0..<5 { simulation.tick() }
      sum += simulation.world.particles.coordinates.joined().reduce(0) { $0 + $1 * $1 }
    }
    let variance = 2 * temperature / (1 - (1 - stiffness) * (1 - stiffness))
    #expect(abs(sum / Double(40 * 2 * count) / variance - 1) < 0.03)
  }

  @Test func dragTakesItsPartOfTheVelocity() throws {
    let world = try world([[0, 0], [0, 0]])
    world.particles.velocity[0][0] = 8
    let verlet = Verlet { ($0.velocityDecay, $0.alphaDecay) = (0, 0) }
    let simulation = Simulation(
      world, forces: [Drag { $0.coefficient = 0.25 }], integrator: verlet)
    simulation.tick()
    #expect(world.particles.velocity[0][0] == 6 && world.particles.position[0][0] == 6)
    simulation.tick()
    #expect(world.particles.velocity[0][0] == 4.5)
    #expect(world.particles.velocity[0][1] == 0 && simulation.energy().total == nil)
  }

  @Test func dragUsesTheVelocityUnderVerletRungeKuttaAndFIRE() throws {
    for integrator in [VelocityVerlet(), RungeKutta4(), FIRE()] as [any Integrator] {
      let world = try world([[0], [0]])
      world.particles.velocity[0][0] = 8
      let simulation = Simulation(
        world, forces: [Drag { $0.coefficient = 0.25 }], integrator: integrator)
      simulation.tick()
      let v = world.particles.velocity[0][0]
      // FIRE stops where it goes against the force, and drag always points against.
      #expect(integrator is FIRE ? v < 0 : abs(v - 8 * exp(-0.025)) < 0.006, "\(integrator.name)")
    }
  }
}

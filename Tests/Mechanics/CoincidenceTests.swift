import Mechanics
import Plugins
import Testing

/// Nodes in one place, on one line, very far and very near.
struct CoincidenceTests {
  private let strategies = plugins(.repulsion, as: (any Repulsion).self)
  private let forces = plugins(.force, as: (any Force).self)

  @Test(arguments: [2, 3])
  func everyForceIsFiniteForEveryFiniteInput(dimensions: Int) throws {
    let count = 40
    let places: [String: [Double]] = [
      "one point": Array(repeating: 3, count: count),
      "a line": (0..<count).map { Double($0) },
      "two points": (0..<count).map { Double($0 % 2) },
      "far": (0..<count).map { 1e12 * Double($0 % 7) },
      "near": (0..<count).map { 1e-12 * Double($0 % 5) },
    ]
    for (name, axis) in places {
      for force in forces {
        for strategy in force is any PairForce ? strategies : [Exact()] {
          let particles = Particles(positions: Array(repeating: axis, count: dimensions))
          let world = World(particles: particles, graph: try ring(count), repulsion: strategy)
          let pull = velocities(force, in: world)
          #expect(
            pull.joined().allSatisfy { $0.isFinite }, "\(force.name), \(strategy.name), \(name)")
        }
      }
    }
  }

  @Test func coincidentNodesPartTheSameWayUnderEveryStrategy() throws {
    let positions = [Array(repeating: 5.0, count: 9), Array(repeating: 6.0, count: 9)]
    let exact = velocities(ManyBody(), in: try world(positions))
    #expect(exact.joined().allSatisfy { $0 != 0 })
    #expect(Set(exact[0]).count == 9)
    // Pairs are parted in opposite directions.
    #expect(abs(exact[0].reduce(0, +)) < 1e-9 * exact[0].map { abs($0) }.max()!)
    for strategy in strategies {
      let summed = velocities(ManyBody(), in: try world(positions, strategy))
      #expect(relativeError(summed, exact) < 1e-12, "\(strategy.name)")
    }
  }

  @Test func aSeedDecidesHowCoincidentNodesPart() throws {
    func pull(seed: UInt64) throws -> [[Double]] {
      let particles = Particles(positions: [[1, 1], [1, 1]])
      return velocities(
        ManyBody(), in: World(particles: particles, graph: try cells(2), seed: seed))
    }
    #expect(try pull(seed: 1) == pull(seed: 1))
    #expect(try pull(seed: 1) != pull(seed: 2))
  }

  @Test func fewNodesAreNoSpecialCase() throws {
    for count in 0...3 {
      for strategy in strategies {
        let world = try world(uniform(count, dimensions: 2), strategy)
        let simulation = Simulation(
          world, forces: [ManyBody(), Coulomb(), CenterSpring(), Collide(), Link()],
          integrator: Verlet())
        for _ in 0..<5 { simulation.step() }
        #expect(world.particles.firstNonFinite == nil, "\(count) nodes, \(strategy.name)")
      }
    }
  }

  @Test func manyNodesInOnePlaceDoNotTakeForever() throws {
    // All cells of a tree over one point are without extent, so they count as one each.
    let count = isOptimised ? 20_000 : 500
    let positions = [Array(repeating: 1.0, count: count), Array(repeating: 2.0, count: count)]
    let pull = velocities(ManyBody(), in: try world(positions, KDTree()))
    #expect(pull.joined().allSatisfy { $0.isFinite })
  }
}

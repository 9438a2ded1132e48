import ForceLabPlugins
import ForceLabTestSupport
import Testing

@testable import ForceLabMechanics

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
      "near zero": (0..<count).map { 1e-170 * Double($0 % 5) },
    ]
    for (name, axis) in places {
      for force in forces + [LinkForce { $0.update = .simultaneous }] {
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

  @Test func coincidentNodesSeparateTheSameWayUnderEveryStrategy() throws {
    let positions = [Array(repeating: 5.0, count: 9), Array(repeating: 6.0, count: 9)]
    let exact = velocities(ManyBody(), in: try world(positions))
    #expect(exact.joined().allSatisfy { $0 != 0 })
    #expect(Set(exact[0]).count == 9)
    // Pairs are separated in opposite directions.
    #expect(abs(exact[0].reduce(0, +)) < 1e-9 * exact[0].map { abs($0) }.max()!)
    for strategy in strategies where type(of: strategy).statedError(dimensions: 2) < .infinity {
      let summed = velocities(ManyBody(), in: try world(positions, strategy))
      #expect(relativeError(summed, exact) < 1e-12, "\(strategy.name)")
    }
  }

  /// Many nodes in one place, or in some, spread as far as if all pairs were summed.
  @Test(arguments: [2, 3], [[1], [1, -1], [1, 0, 5]])
  func crowdsSpreadAlikeUnderEveryStrategy(dimensions: Int, charges: [Double]) throws {
    for (places, size) in isOptimized
      ? [(1, 1000), (3, 300), (20, 45), (300, 3)] : [(1, 200), (5, 40)]
    {
      let middles = uniform(places, dimensions: dimensions)
      let positions = middles.map { axis in axis.flatMap { Array(repeating: $0, count: size) } }
      func meanSquare(_ strategy: any Repulsion) throws -> Double {
        try (0..<4).reduce(0) { sum, seed in
          let world = try world(positions, strategy, seed: UInt64(seed))
          for node in positions[0].indices {
            world.particles.charge[node] = charges[node % charges.count]
          }
          return velocities(ManyBody(), in: world).joined().reduce(sum) { $0 + $1 * $1 }
        }
      }
      let exact = try meanSquare(Exact())
      for strategy in strategies
      where type(of: strategy).statedError(dimensions: dimensions) < .infinity
        && !(strategy is FastMultipole && dimensions == 3)
      {
        let ratio = try meanSquare(strategy) / exact
        #expect(abs(ratio - 1) < 0.12, "\(strategy.name), \(places) places: \(ratio)")
      }
    }
  }

  @Test func theSeedDecidesHowCoincidentNodesSeparate() throws {
    func pull(seed: UInt64) throws -> [[Double]] {
      let particles = Particles(positions: [[1, 1], [1, 1]])
      return velocities(
        ManyBody(), in: World(particles: particles, graph: try cells(2), seed: seed))
    }
    #expect(try pull(seed: 1) == pull(seed: 1))
    #expect(try pull(seed: 1) != pull(seed: 2))
  }

  @Test func fewNodesStayFinite() throws {
    for count in 0...3 {
      for strategy in strategies {
        let world = try world(uniform(count, dimensions: 2), strategy)
        let simulation = Simulation(
          world, forces: [ManyBody(), Coulomb(), CenterSpring(), Collide(), LinkForce()],
          integrator: Verlet())
        for _ in 0..<5 { simulation.tick() }
        #expect(world.particles.firstNonFinite == nil, "\(count) nodes, \(strategy.name)")
      }
    }
  }

  /// So many interactions per node are what a strategy of O(n log n) needs, with room to spare.
  private static let maxInteractions = 20_000.0

  /// The interactions that `strategy` sums per node; whoever takes forever is stopped.
  private func interactions(_ strategy: any Repulsion, _ positions: [[Double]]) throws -> Double {
    let law = CountingLaw()
    law.apply(to: try world(positions, strategy), alpha: 1)
    return law.count.value / Double(positions[0].count)
  }

  /// All cells of a tree over one point are without extent, so they count as one each.
  @Test(.timeLimit(.minutes(30)), arguments: [1, 2])
  func manyNodesInFewPlacesDoNotTakeForever(places: Int) throws {
    let count = isOptimized ? 5000 : 500
    let axis = (0..<count).map { Double($0 % places) }
    for strategy in strategies {
      let pull = velocities(ManyBody(), in: try world([axis, axis], strategy))
      #expect(pull.joined().allSatisfy { $0.isFinite }, "\(strategy.name)")
    }
    let many = isOptimized ? 200_000 : 5000
    let axes = Array(repeating: (0..<many).map { Double($0 % places) }, count: 2)
    // `grid` sums nodes in one place pair by pair, and `fmm` takes no law from outside that could count.
    for strategy in strategies
    where !(strategy is Exact || strategy is GridRepulsion || strategy is FastMultipole) {
      #expect(try interactions(strategy, axes) < Self.maxInteractions, "\(strategy.name)")
    }
  }

  @Test(.timeLimit(.minutes(30))) func clustersFarApartDoNotTakeForever() throws {
    let places = Shape.farApart.places(isOptimized ? 200_000 : 5000, dimensions: 2)
    // `fmm` takes no law from outside that could count.
    for strategy in strategies where !(strategy is Exact || strategy is FastMultipole) {
      #expect(try interactions(strategy, places) < Self.maxInteractions, "\(strategy.name)")
    }
    let pull = velocities(ManyBody(), in: try world(places, FastMultipole()))
    #expect(pull.joined().allSatisfy { $0.isFinite })
  }

  /// Nothing hangs or traps, and what was not finite can still be told.
  @Test(arguments: [Double.nan, .infinity, -.infinity], [2, 3])
  func aStartThatIsNotFiniteStaysNotFinite(value: Double, dimensions: Int) throws {
    var start = uniform(100, dimensions: dimensions)
    start[dimensions - 1][42] = value
    for strategy in strategies {
      let world = try world(start, strategy)
      #expect(world.particles.firstNonFinite == 42)
      let simulation = Simulation(
        world, forces: [ManyBody(), Coulomb(), Collide(), Center()], integrator: Verlet())
      for _ in 0..<2 { simulation.tick() }
      #expect(!world.particles.coordinates[dimensions - 1][42].isFinite, "\(strategy.name)")
    }
  }
}

/// A law that counts the pairs it is asked for.
private struct CountingLaw: PairForce {
  final class Count: @unchecked Sendable {
    var value = 0.0
  }

  let count = Count()

  static let manual = Manual<Self>("counting", "Counts pairs.")

  func factor(_ squaredDistance: Double) -> Double {
    count.value += 1
    return 1 / squaredDistance
  }

  func potential(_ squaredDistance: Double) -> Double { 0 }
}

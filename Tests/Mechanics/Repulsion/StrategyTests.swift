import ForceLabMechanics
import ForceLabPlugins
import ForceLabTestSupport
import Testing

/// The pairwise laws of the catalog under its repulsion strategies.
struct StrategyTests {
  private let laws = plugins(.force, as: (any PairForce).self)
  /// Those that sum all pairs, be it roughly.
  private let strategies = plugins(.repulsion, as: (any Repulsion).self).filter {
    type(of: $0).statedError(dimensions: 2) < .infinity
  }

  /// On uniform nodes the error is at most what the strategy states; elsewhere it may reach half a
  /// per cent in the plane and one per cent in space. Only on a diagonal line it may be more: a cell
  /// is opened by its longest side, and its diagonal is longer.
  @Test(arguments: Shape.allCases, [2, 3])
  func agreeWithExactWithinTheirStatedError(shape: Shape, dimensions: Int) throws {
    #expect(laws.count >= 2 && strategies.count >= 3)
    let positions = shape.places(isOptimized ? 5000 : 300, dimensions: dimensions)
    let uneven = (dimensions == 2 ? 0.005 : 0.01) * (shape == .line ? Double(dimensions) : 1)
    for law in laws {
      let exact = velocities(law, in: try world(positions))
      for strategy in strategies {
        let error = relativeError(velocities(law, in: try world(positions, strategy)), exact)
        let stated = type(of: strategy).statedError(dimensions: dimensions)
        let most = shape == .uniform ? stated : max(stated, uneven)
        #expect(error <= max(most, 1e-14), "\(law.name) under \(strategy.name): \(error)")
      }
    }
  }

  @Test(arguments: [2, 3])
  func thetaZeroIsExactToRounding(dimensions: Int) throws {
    let positions = uniform(isOptimized ? 5000 : 200, dimensions: dimensions)
    let strategy = KDTree { $0.theta = 0 }
    for law in laws {
      let exact = velocities(law, in: try world(positions))
      let summed = velocities(law, in: try world(positions, strategy))
      #expect(relativeError(summed, exact) < 1e-13, "\(law.name)")
    }
  }

  @Test func approximatingStrategiesDifferFromExactSums() throws {
    let positions = uniform(isOptimized ? 5000 : 1100, dimensions: 2)
    let exact = velocities(ManyBody(), in: try world(positions))
    for strategy in strategies where !(strategy is Exact) {
      let error = relativeError(velocities(ManyBody(), in: try world(positions, strategy)), exact)
      #expect(error > 1e-9, "\(strategy.name) is as exact as if it took no cells")
    }
  }

  /// Newton's third law: to rounding where every pair is summed, elsewhere within the error.
  @Test(arguments: Shape.allCases, [2, 3])
  func forcesSumToZero(shape: Shape, dimensions: Int) throws {
    let positions = shape.places(isOptimized ? 2000 : 200, dimensions: dimensions)
    for law in laws {
      for strategy in strategies {
        let pull = velocities(law, in: try world(positions, strategy))
        let scale = pull.joined().reduce(0) { $0 + abs($1) }
        let stated = type(of: strategy).statedError(dimensions: dimensions)
        for axis in pull {
          #expect(
            abs(axis.reduce(0, +)) <= max(stated, 1e-12) * scale, "\(law.name), \(strategy.name)")
        }
      }
    }
  }

  @Test func potentialsAgreeWithExact() throws {
    let positions = uniform(isOptimized ? 5000 : 300, dimensions: 2)
    for law in laws {
      let exact = try #require(law.potentialEnergy(of: world(positions)))
      for strategy in strategies {
        let energy = try #require(law.potentialEnergy(of: world(positions, strategy)))
        #expect(abs(energy / exact - 1) < 5e-3, "\(law.name) under \(strategy.name)")
      }
    }
  }

  /// Whatever number of nodes are left over by tiles of eight; the last comes near the first.
  @Test(arguments: [2, 3])
  func exactIsTheSumOfAllPairs(dimensions: Int) throws {
    for law in laws {
      for count in Array(2...27) + (isOptimized ? [512, 517, 1027] : []) {
        var positions = uniform(count, dimensions: dimensions, extent: 40)
        for axis in 0..<dimensions { positions[axis][count - 1] = positions[axis][0] + 0.3 }
        var expected = positions.map { $0.map { _ in 0.0 } }
        for node in 0..<count {
          for other in 0..<count where other != node {
            let way = positions.map { $0[other] - $0[node] }
            let factor = law.factor(way.reduce(0) { $0 + $1 * $1 })
            for axis in 0..<dimensions { expected[axis][node] += way[axis] * factor }
          }
        }
        let found = velocities(law, in: try world(positions))
        #expect(relativeError(found, expected) < 1e-13, "\(law.name), \(count) nodes")
      }
    }
  }

  /// A cell that the cut-off divides may not act as a few points.
  @Test(arguments: [2, 3], [100.0, 400])
  func cutoffsOfLawsAreExact(dimensions: Int, distance: Double) throws {
    let positions = uniform(isOptimized ? 5000 : 1000, dimensions: dimensions)
    let law = ManyBody { $0.distanceMax = distance }
    let exact = velocities(law, in: try world(positions))
    for strategy in strategies where !(strategy is FastMultipole) {
      let error = relativeError(velocities(law, in: try world(positions, strategy)), exact)
      #expect(error <= 0.005, "\(strategy.name): \(error)")
    }
  }

  /// Charges that cancel leave small forces, of which an error is a larger part.
  @Test(arguments: [2, 3], [[1, -1], [3, -1, -1, -1], [1, 1, 1, 1, 1, 1, 1, 1, 1, -1]])
  func chargesOfBothSignsHaveAboutTheErrorOfOne(dimensions: Int, charges: [Double]) throws {
    let count = isOptimized ? 5000 : 1000
    for shape in [Shape.uniform, .clusters] {
      let positions = shape.places(count, dimensions: dimensions)
      var generator = SeededGenerator(seed: 8)
      let all = positions[0].map { _ in charges[generator.index(below: charges.count)] }
      func pull(_ strategy: any Repulsion) throws -> [[Double]] {
        let world = try world(positions, strategy)
        for node in all.indices { world.particles.charge[node] = all[node] }
        return velocities(ManyBody(), in: world)
      }
      let exact = try pull(Exact())
      for strategy in strategies + [Reuse()] where !(strategy is FastMultipole && dimensions == 3) {
        let error = relativeError(try pull(strategy), exact)
        #expect(error < (dimensions == 2 ? 0.01 : 0.02), "\(strategy.name), \(shape): \(error)")
      }
    }
  }

  @Test(arguments: [50, 51]) func automaticSumsAllPairsOfFewNodes(count: Int) throws {
    let places = uniform(count, dimensions: 2)
    let strategy: any Repulsion = Automatic {
      $0.exactUpTo = 50
      $0.above = BarnesHut { $0.leaf = 4 }
    }
    let expected: any Repulsion = count == 50 ? Exact() : BarnesHut { $0.leaf = 4 }
    let sums = try [strategy, expected].map { velocities(ManyBody(), in: try world(places, $0)) }
    #expect(sums[0] == sums[1])
  }

  @Test func chargesWeighTheSources() throws {
    let world = try world([[0, 10], [0, 0]])
    world.particles.charge[1] = 3
    let pull = velocities(ManyBody(), in: world)
    #expect(pull[0] == [-9, 3])
  }
}

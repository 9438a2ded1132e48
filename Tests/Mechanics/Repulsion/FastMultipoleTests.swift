import ForceLabPlugins
import ForceLabTestSupport
import Testing

@testable import ForceLabMechanics

/// The fast multipole method against the sum of every pair.
struct FastMultipoleTests {
  private let count = isOptimized ? 5000 : 400

  @Test(arguments: [Shape.uniform, .clusters, .strip, .ring, .farApart])
  func errsByLessThanATenthOfAPercent(shape: Shape) throws {
    let positions = shape.places(count, dimensions: 2)
    let exact = velocities(ManyBody(), in: try world(positions))
    let summed = velocities(ManyBody(), in: try world(positions, FastMultipole()))
    #expect(relativeError(summed, exact) <= 1e-3, "\(shape)")
    let energy = try #require(ManyBody().potentialEnergy(of: world(positions)))
    let near = try #require(ManyBody().potentialEnergy(of: world(positions, FastMultipole())))
    #expect(abs(near / energy - 1) <= 1e-4, "\(shape)")
  }

  /// A low order leaves room for single precision, a high one does not.
  @Test(arguments: [8, 24])
  func potentialsOfUnequalChargesAreThoseOfPairs(order: Int) throws {
    let positions = Shape.clusters.places(count, dimensions: 2)
    let strategies: [any Repulsion] = [
      Exact(), FastMultipole { ($0.order, $0.leaf) = (order, 16) },
    ]
    let energies = try strategies.map { strategy in
      let world = try world(positions, strategy)
      for node in positions[0].indices { world.particles.charge[node] = Double(1 + node % 7) }
      return pairEnergy(ManyBody(), in: world)
    }
    #expect(abs(energies[1] / energies[0] - 1) < (order > 8 ? 1e-9 : 1e-4), "\(energies)")
  }

  @Test func theErrorFallsWithTheOrder() throws {
    let positions = uniform(count, dimensions: 2)
    let exact = velocities(ManyBody(), in: try world(positions))
    let bounds = [2: 0.2, 4: 2e-2, 8: 1e-3, 12: 1e-4, 16: 1e-5, 20: 1e-6, 32: 1e-9]
    var last = Double.infinity
    for (order, bound) in bounds.sorted(by: { $0.key < $1.key }) {
      let strategy = FastMultipole { $0.order = order }
      let error = relativeError(velocities(ManyBody(), in: try world(positions, strategy)), exact)
      #expect(error < bound && error < last, "order \(order): \(error)")
      last = error
    }
  }

  @Test(arguments: [1, 5, 24, 200])
  func theErrorBoundHoldsForAnyLeafSize(leaf: Int) throws {
    let positions = uniform(count, dimensions: 2)
    let exact = velocities(ManyBody(), in: try world(positions))
    let strategy = FastMultipole { $0.leaf = leaf }
    #expect(
      relativeError(velocities(ManyBody(), in: try world(positions, strategy)), exact) <= 1e-3)
  }

  @Test(arguments: [1e-60, 1e-12, 1e12, 1e60])
  func theErrorBoundHoldsAtAnyScale(scale: Double) throws {
    let positions = uniform(count, dimensions: 2).map { $0.map { $0 * scale } }
    let law = ManyBody { $0.distanceMin = 0.5 * scale }
    let exact = velocities(law, in: try world(positions))
    let summed = velocities(law, in: try world(positions, FastMultipole()))
    #expect(relativeError(summed, exact) <= 1e-3)
  }

  /// Far series would give pairs nearer than `distance-min` the force that they have not.
  @Test(arguments: [30.0, 200, 5000])
  func pairsWithinDistanceMinAreSummedDirectly(distance: Double) throws {
    let positions = uniform(count, dimensions: 2)
    let law = ManyBody { $0.distanceMin = distance }
    let exact = velocities(law, in: try world(positions))
    // Near pairs are summed in single precision up to ten terms, and in double precision beyond.
    for (order, rounding) in [(8, 1e-6), (12, 1e-12)] {
      let strategy = FastMultipole { $0.order = order }
      let summed = velocities(law, in: try world(positions, strategy))
      #expect(relativeError(summed, exact) <= (distance > 2000 ? rounding : 1e-3))
    }
  }

  @Test func singlePrecisionDoesNotRaiseTheError() throws {
    let positions = uniform(count, dimensions: 2)
    let exact = velocities(ManyBody(), in: try world(positions))
    let errors = try [10, 11].map { order in
      let strategy = FastMultipole { $0.order = order }
      return relativeError(velocities(ManyBody(), in: try world(positions, strategy)), exact)
    }
    #expect(errors[0] <= 1e-5)
    #expect(errors[1] < errors[0])
  }

  /// Near pairs are summed in the same precision whatever the size of the layout.
  @Test func multiplesByPowersOfTwoHaveTheSameBits() throws {
    let forces = try [1, 128.0].map { scale in
      let positions = uniform(count, dimensions: 2, extent: 8).map { $0.map { $0 * scale } }
      let law = ManyBody { $0.distanceMin = 0x1p-13 * scale }
      let pull = velocities(law, in: try world(positions, FastMultipole()))
      return pull.map { $0.map { $0 * scale } }
    }
    #expect(forces[0] == forces[1])
  }

  /// Many nodes in few places: each is summed one by one in its own, and as one from the others.
  @Test func crowdedPlacesActAsOneCharge() throws {
    var positions = uniform(count, dimensions: 2)
    for node in stride(from: 0, to: count, by: 3) {
      for axis in 0..<2 { positions[axis][node] = Double(node % 4) * 200 + 77 }
    }
    let exact = velocities(ManyBody(), in: try world(positions))
    let summed = velocities(ManyBody(), in: try world(positions, FastMultipole()))
    for node in stride(from: 1, to: count, by: 3) {
      let size = (exact[0][node] * exact[0][node] + exact[1][node] * exact[1][node]).squareRoot()
      for axis in 0..<2 {
        #expect(abs(summed[axis][node] - exact[axis][node]) < 0.01 * size)
      }
    }
    let isFinite = summed.joined().allSatisfy { $0.isFinite }
    #expect(isFinite)
  }

  /// Powers of distances overflow only in terms that are lost in rounding.
  @Test(arguments: [1e-8, 1e-10, 1e-11])
  func longSeriesOfNearlyCoincidentNodesAreFinite(extent: Double) throws {
    var positions = uniform(300, dimensions: 2, extent: extent)
    for node in 0..<300 { positions[0][node] += Double(node % 4) * 200 }
    let law = ManyBody { $0.distanceMin = 5 }
    let exact = velocities(law, in: try world(positions))
    let strategy = FastMultipole { ($0.order, $0.leaf) = (32, 8) }
    #expect(relativeError(velocities(law, in: try world(positions, strategy)), exact) <= 1e-3)
  }

  @Test func lawsThatItCannotExpandAreSummedPairByPair() throws {
    for dimensions in [2, 3] {
      let positions = uniform(100, dimensions: dimensions)
      for law: any PairForce in [Coulomb(), ManyBody { $0.distanceMax = 300 }] {
        let exact = velocities(law, in: try world(positions))
        let summed = velocities(law, in: try world(positions, FastMultipole()))
        #expect(relativeError(summed, exact) < 1e-13)
      }
    }
  }

  @Test func rejectsLawsThatItCannotExpand() throws {
    try FastMultipole().check(ManyBody(), dimensions: 2)
    #expect(throws: ParameterError.self) { try FastMultipole().check(ManyBody(), dimensions: 3) }
    #expect(throws: ParameterError.self) { try FastMultipole().check(Coulomb(), dimensions: 2) }
    let bounded = ManyBody { $0.distanceMax = 100 }
    // Its potential is infinite.
    let huge = ManyBody { ($0.strength, $0.distanceMin) = (1e308, 1e10) }
    for law in [bounded, huge] {
      #expect(throws: ParameterError.self) { try FastMultipole().check(law, dimensions: 2) }
    }
  }

  @Test func beyondTheHarmonicDistanceLawsAreOneOverR() {
    for law in plugins(.force, as: (any PairForce).self) {
      guard let near = law.cLaw?.harmonicSquaredDistance, near < .infinity else { continue }
      let first = max(1, near)
      let strength = law.factor(first) * first
      for square in [first * 1.5, first * 1e3, first * 1e9] {
        #expect(abs(law.factor(square) * square / strength - 1) < 1e-12, "\(law.name)")
      }
    }
  }
}

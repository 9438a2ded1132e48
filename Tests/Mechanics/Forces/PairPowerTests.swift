import ForceLabTestSupport
import Foundation
import ForceLabGraphs
import ForceLabMechanics
import Testing

/// Repulsion by a power of the distance, and the classical models that are made of it.
struct PairPowerTests {
  private func power(_ exponent: Double, scale: Double = 1, _ weight: PairPower.Weight = .none)
    -> PairPower
  {
    PairPower { ($0.exponent, $0.scale, $0.weight) = (exponent, scale, weight) }
  }

  /// The energy of the prepared `force`.
  private func energy(_ force: any Force, in world: World) throws -> Double {
    var force = force
    force.prepare(for: world)
    return try #require(force.potentialEnergy(of: world))
  }

  /// Σ over the others of f(i, j, d)·δ/d, δ pointing to the other.
  private func sum(
    _ positions: [[Double]], _ f: (_ node: Int, _ other: Int, _ distance: Double) -> Double
  ) -> [[Double]] {
    let nodes = positions[0].indices
    return positions.indices.map { axis in
      nodes.map { node in
        nodes.filter { $0 != node }.reduce(0) { sum, other in
          let way = positions.map { $0[other] - $0[node] }
          let distance = way.reduce(0) { $0 + $1 * $1 }.squareRoot()
          return sum + way[axis] / distance * f(node, other, distance)
        }
      }
    }
  }

  @Test(arguments: [-6, -3, -2.5, -2, -1, -0.3, 0, 0.5, 1, 2, 6], [2, 3])
  func isThePowerOfTheDistance(exponent: Double, dimensions: Int) throws {
    let positions = uniform(41, dimensions: dimensions, extent: 50)
    let expected = sum(positions) { -0.7 * pow($2, exponent) }
    let found = velocities(power(exponent, scale: 0.7), in: try world(positions))
    #expect(relativeError(found, expected) < 1e-12)
  }

  @Test(arguments: [-3, -2.5, -1, 0, 1], [2, 3])
  func softeningAddsToTheDistance(exponent: Double, dimensions: Int) throws {
    let force = PairPower { ($0.exponent, $0.scale, $0.softening) = (exponent, 0.7, 4) }
    let positions = uniform(41, dimensions: dimensions, extent: 50)
    let expected = sum(positions) { -0.7 * $2 * pow($2 * $2 + 16, (exponent - 1) / 2) }
    #expect(relativeError(velocities(force, in: try world(positions)), expected) < 1e-12)
    let found = try energy(force, in: try world([[0, 3], [0, 0]], on: cells(2)))
    let power = exponent + 1
    #expect(abs(found / (-0.7 * (power == 0 ? log(5) : pow(5, power) / power)) - 1) < 1e-12)
  }

  /// Groups of nodes whose distances are longer repel each other from as much farther away.
  @Test func softeningGrowsWithGroups() throws {
    let force = try #require(
      PairPower { $0.softening = 4 }.coarsened(by: 2.5) as? PairPower)
    #expect(force.softening == 10)
  }

  /// Closer than 10⁻⁶ the force is that there, in proportion to the distance.
  @Test(arguments: [-3, -1, -0.5, 0.5])
  func isConstantBelowTheLeastDistance(exponent: Double) throws {
    let graph = try cells(2)
    let force = power(exponent)
    let pull = velocities(force, in: try world([[0, 1e-8], [0, 0]], on: graph))
    let expected = 0.01 * pow(1e-6, exponent)
    #expect(abs(pull[0][1] / expected - 1) < 1e-9 && pull[0][0] == -pull[0][1])
    let (left, right) = (
      try energy(force, in: try world([[0, 0.99e-8], [0, 0]], on: graph)),
      try energy(force, in: try world([[0, 1.01e-8], [0, 0]], on: graph))
    )
    // The difference is some 10⁻⁷ of the energies, which are known to 10⁻¹⁶.
    #expect(abs((left - right) / 0.02e-8 / expected - 1) < (exponent < 0 ? 1e-6 : 0.1))
  }

  @Test(arguments: [-6, -2.5, -1, 0, 1, 6])
  func isFiniteForAnyPositions(exponent: Double) throws {
    for axis in [
      [3, 3, 3], [0, 1e-170, 2e-170], [0, .leastNonzeroMagnitude, 1e-12], [-1e12, 0, 1e12],
    ] {
      for weight in PairPower.Weight.allCases {
        let pull = velocities(
          power(exponent, weight), in: try world([axis, [1, 1, 1]], on: ring(3)))
        let finite = pull.joined().count { $0.isFinite }
        #expect(finite == 6, "\(axis)")
      }
    }
  }

  private func power(_ exponent: Double, _ weight: PairPower.Weight) -> PairPower {
    power(exponent, scale: 1, weight)
  }

  @Test func weightsAreDegreesPlusOne() throws {
    // A star of three leaves and a node alone: weights 4, 2, 2, 2, 1.
    let graph = try Graph(nodeCount: 5, edges: [(0, 1), (0, 2), (0, 3)])
    let positions = uniform(5, dimensions: 2, extent: 9)
    let weights = [4.0, 2, 2, 2, 1]
    let expected = sum(positions) { -weights[$0] * weights[$1] / $2 }
    let world = try world(positions, on: graph)
    // The charges have no say.
    world.particles.charge[0] = 17
    #expect(relativeError(velocities(power(-1, .degree), in: world), expected) < 1e-14)
    for axis in velocities(power(-1, .degree), in: world) {
      #expect(abs(axis.reduce(0, +)) < 1e-12)
    }
    // And have it again where no weights do.
    let charges = [17.0, 1, 1, 1, 1]
    let charged = sum(positions) { -charges[$1] / $2 }
    #expect(relativeError(velocities(power(-1), in: world), charged) < 1e-14)
  }

  struct Model: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let attraction: Double
    let repulsion: Double
    let weight: PairPower.Weight
  }

  static let models = [
    Model(
      testDescription: "Fruchterman–Reingold", attraction: 2, repulsion: -1, weight: .none),
    Model(testDescription: "ForceAtlas2", attraction: 1, repulsion: -1, weight: .degree),
    Model(testDescription: "LinLog", attraction: 0, repulsion: -1, weight: .degree),
  ]

  /// The models' forces as their papers write them, under every strategy.
  @Test(arguments: models, [2, 3])
  func classicalModelsAreSumsOfPowers(model: Model, dimensions: Int) throws {
    let count = isOptimized ? 2000 : 300
    let graph = try BarabasiAlbertSource { $0.nodes = count }.graph()
    let positions = uniform(count, dimensions: dimensions)
    let (k, weigh) = (12.0, model.weight == .degree)
    let mass = (0..<count).map { weigh ? Double(graph.degree(of: $0) + 1) : 1 }
    let edges = Set(
      zip(graph.sources, graph.targets).flatMap { [[Int($0), Int($1)], [Int($1), Int($0)]] })
    let expected = sum(positions) { node, other, distance in
      let pull = edges.contains([node, other]) ? pow(distance, model.attraction) / k : 0
      return pull - k * k * mass[node] * mass[other] * pow(distance, model.repulsion)
    }
    let forces: [any Force] = [
      power(model.repulsion, scale: k * k, model.weight),
      LinkPower { ($0.exponent, $0.scale) = (model.attraction, 1 / k) },
    ]
    for strategy in plugins(.repulsion, as: (any Repulsion).self)
    where type(of: strategy).statedError(dimensions: 2) < .infinity {
      let world = try world(positions, strategy, on: graph)
      let pulls = forces.map { velocities($0, in: world) }
      let found = (0..<dimensions).map { axis in zip(pulls[0][axis], pulls[1][axis]).map(+) }
      let stated = type(of: strategy).statedError(dimensions: dimensions)
      let error = relativeError(found, expected)
      #expect(error <= max(stated, 1e-12), "\(strategy.name): \(error)")
    }
  }

  /// The potential of a model, and how far each strategy is from it.
  @Test func potentialsAgreeWithTheFormula() throws {
    let count = isOptimized ? 2000 : 300
    let graph = try BarabasiAlbertSource { $0.nodes = count }.graph()
    let positions = uniform(count, dimensions: 2)
    let mass = (0..<count).map { Double(graph.degree(of: $0) + 1) }
    var expected = 0.0
    for node in 0..<count {
      for other in 0..<node {
        let distance = hypot(
          positions[0][other] - positions[0][node], positions[1][other] - positions[1][node])
        expected -= mass[node] * mass[other] * log(distance)
      }
    }
    for strategy in plugins(.repulsion, as: (any Repulsion).self)
    where type(of: strategy).statedError(dimensions: 2) < .infinity {
      let found = try energy(power(-1, .degree), in: try world(positions, strategy, on: graph))
      #expect(
        abs(found / expected - 1) < (strategy is Exact ? 1e-12 : 5e-3), "\(strategy.name)")
    }
  }
}

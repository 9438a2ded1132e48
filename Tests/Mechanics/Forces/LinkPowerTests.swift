import ForceLabTestSupport
import Foundation
import ForceLabGraphs
import ForceLabMechanics
import Testing

/// Attraction by a power of the length.
struct LinkPowerTests {
  private func pair(_ places: [[Double]], weight: Double? = nil, seed: UInt64 = 0) throws -> World {
    try world(
      places, on: Graph(nodeCount: 2, edges: [(0, 1)], weights: weight.map { [$0] }), seed: seed)
  }

  private func power(_ exponent: Double, scale: Double = 1) -> LinkPower {
    LinkPower { ($0.exponent, $0.scale) = (exponent, scale) }
  }

  @Test(arguments: [-2, -1, -0.5, -0.25, 0, 0.5, 1, 2, 3])
  func isThePowerOfTheDistanceAndTheGradientOfItsPotential(exponent: Double) throws {
    let force = power(exponent, scale: 0.7)
    // Offset (3, 4): distance 5.
    let pull = velocities(force, in: try pair([[1, 4], [1, 5]]))
    let expected = 0.7 * pow(5, exponent)
    let parts = [[0.6 * expected, -0.6 * expected], [0.8 * expected, -0.8 * expected]]
    #expect(maxDifference(pull, parts) < 1e-13 * expected)
    try expectGradient(
      force, on: Graph(nodeCount: 2, edges: [(0, 1)]), at: [[1, 4], [1, 5]], tolerance: 1e-7)
  }

  @Test func weightsCountIfRequested() throws {
    let world = try pair([[0, 2], [0, 0]], weight: 3)
    #expect(velocities(power(2), in: world) == [[4, -4], [0, 0]])
    var force = power(2)
    force.weights = "weight"
    #expect(velocities(force, in: world) == [[12, -12], [0, 0]])
    let unweighted = try pair([[0, 2], [0, 0]])
    #expect(velocities(force, in: unweighted) == [[4, -4], [0, 0]])
    force.prepare(for: world)
    #expect(force.potentialEnergy(of: world) == 8)
  }

  /// Unlike `link`, which reads x + v.
  @Test func readsOnlyPositions() throws {
    let world = try pair([[0, 2], [0, 0]])
    var force = power(1)
    force.prepare(for: world)
    world.particles.velocity[0][1] = 50
    force.apply(to: world, alpha: 0.5)
    #expect(world.particles.velocity[0][0] == 1)
    #expect(world.particles.velocity[0][1] == 49)
  }

  @Test func coincidentEndsSeparate() throws {
    for exponent in [-1.0, 0, 1, 2] {
      let pull = velocities(power(exponent), in: try pair([[3, 3], [4, 4]], seed: 5))
      #expect(pull.joined().allSatisfy { $0.isFinite && $0 != 0 }, "\(exponent)")
      #expect(pull[0][0] == -pull[0][1] && pull[1][0] == -pull[1][1])
    }
  }

  /// d²/k and k²/d are equal at d = k.
  @Test func fruchtermanReingoldRestsAtK() throws {
    let (k, place) = (12.0, [[0.0, 12], [0, 0]])
    let repulsion = velocities(ManyBody { $0.strength = -k * k }, in: try pair(place))
    let attraction = velocities(power(2, scale: 1 / k), in: try pair(place))
    #expect(abs(repulsion[0][0] + attraction[0][0]) < 1e-12)
    #expect(abs(attraction[0][0] - k) < 1e-12)
  }
}

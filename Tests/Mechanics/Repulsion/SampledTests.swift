import ForceLabMechanics
import ForceLabPlugins
import ForceLabTestSupport
import Testing

/// Random vertex sampling.
struct SampledTests {
  private let positions = uniform(300, dimensions: 2)

  /// What a strategy adds in each of `ticks` ticks without moving the nodes.
  private func forces(_ strategy: Sampled, ticks: Int, seed: UInt64 = 7) throws -> [[[Double]]] {
    let world = try world(positions, strategy, seed: seed)
    let simulation = Simulation(world, forces: [ManyBody()], integrator: Displacement())
    return (0..<ticks).map { _ in
      let before = world.particles.coordinates
      simulation.tick()
      let moved = world.particles.coordinates
      for axis in 0..<2 {
        for node in 0..<300 { world.particles.position[axis][node] = before[axis][node] }
      }
      return (0..<2).map { axis in zip(moved[axis], before[axis]).map { $0 - $1 } }
    }
  }

  @Test func theMeanOfUnbiasedSamplesIsTheForce() throws {
    let strategy = Sampled {
      ($0.count, $0.updates, $0.neighbors, $0.multiplier) = (30, 300, 0, 299.0 / 30)
    }
    let exact = velocities(ManyBody(), in: try world(positions))
    func error(after ticks: Int) throws -> Double {
      let all = try forces(strategy, ticks: ticks)
      let mean = (0..<2).map { axis in
        (0..<300).map { node in all.reduce(0) { $0 + $1[axis][node] } / Double(ticks) }
      }
      return relativeError(mean, exact)
    }
    let samples = isOptimized ? 100 : 25
    let (few, many) = (try error(after: 4), try error(after: 4 * samples))
    // A hundred times the samples, a tenth of the error.
    let ratio = few / many / Double(samples).squareRoot()
    #expect(ratio > 0.5 && ratio < 2, "\(few), \(many)")
  }

  @Test func everyNodeIsUpdated() throws {
    let strategy = Sampled { ($0.updates, $0.neighbors) = (70, 0) }
    let all = try forces(strategy, ticks: 5)
    for tick in all { #expect(tick[0].count { $0 != 0 } == 70) }
    #expect((0..<300).allSatisfy { node in all.contains { $0[0][node] != 0 } })
  }

  @Test func neighborsComeNearer() throws {
    let strategy = Sampled { ($0.updates, $0.count, $0.multiplier) = (1, 1, 1) }
    let all = try forces(strategy, ticks: 200)
    func size(_ forces: [[Double]]) -> Double { forces.joined().reduce(0) { $0 + abs($1) } }
    #expect(size(all[199]) > 2 * size(all[0]))
  }

  @Test func samplesDependOnlyOnTheSeed() throws {
    let first = try forces(Sampled(), ticks: 3)
    #expect(try forces(Sampled(), ticks: 3) == first)
    #expect(try forces(Sampled(), ticks: 3, seed: 8) != first)
    #expect(first[0] != first[1])
  }

  @Test func twoCoincidentNodesPushEachOther() throws {
    let strategy = Sampled { ($0.neighbors, $0.count, $0.updates, $0.multiplier) = (3, 1, 1, 1) }
    let pull = velocities(
      ManyBody(), in: try world([[0, 0, 100, 0], [0, 0, 0, 100]], strategy))
    // The other two push by 0.6 at most.
    for node in 0..<2 { #expect(abs(pull[0][node]) + abs(pull[1][node]) > 10) }
  }

  @Test func thereIsNoPotential() throws {
    #expect(ManyBody().potentialEnergy(of: try world(positions, Sampled())) == nil)
  }
}

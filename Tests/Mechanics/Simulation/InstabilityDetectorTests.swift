import ForceLabMechanics
import ForceLabTestSupport
import Foundation
import Testing

/// Which movements count as unstable.
@Suite struct InstabilityDetectorTests {
  /// 25 nodes within 100 px, so that the scale is 100 px.
  private let simulation: Simulation
  private let particles: Particles

  init() throws {
    particles = Particles(positions: uniform(25, dimensions: 2, extent: 50))
    (particles.position[0][0], particles.position[0][1]) = (0, 100)
    simulation = Simulation(
      World(particles: particles, graph: try cells(25)), forces: [], integrator: Displacement())
  }

  /// The first tick of `movements` that is judged unstable.
  private func firstUnstable(_ movements: some Sequence<Double>) -> Int? {
    var detector = InstabilityDetector(simulation)
    for (index, movement) in movements.enumerated()
    where detector.add(Movement(total: movement, maximum: movement), at: index + 1) != nil {
      return index + 1
    }
    return nil
  }

  @Test func theScaleIsAtLeastThatOfASpiral() throws {
    #expect(InstabilityDetector(simulation).scale == 100)
    let point = World(particles: Particles(positions: [[3, 3], [4, 4]]), graph: try cells(2))
    let detector = InstabilityDetector(Simulation(point, forces: [], integrator: Verlet()))
    #expect(detector.scale == 10 * 2.0.squareRoot())
  }

  @Test(arguments: [1.01, 1.2, 2, 7, 100, 1e12])
  func exponentialGrowthIsUnstable(factor: Double) throws {
    let limit = Int(log(1e300) / log(factor))
    let tick = try #require(firstUnstable((0..<limit).lazy.map { pow(factor, Double($0)) }))
    // Six spans of tenfold growth come after the movement has reached the scale.
    let earliest = log(1e6 * (factor - 1)) / log(factor)
    #expect(Double(tick) > earliest && Double(tick) < 2 * earliest + 20, "\(tick) \(earliest)")
  }

  @Test(arguments: [0.0, 1, 2, 5, 9])
  func growthLikeAPowerIsStable(power: Double) {
    #expect(firstUnstable((1...100_000).lazy.map { pow(Double($0), power) }) == nil)
  }

  @Test func isolatedLargeMovementsAreStable() {
    let thrown = (0..<500).map { 1e15 * pow(0.6, Double($0)) }
    #expect(firstUnstable(thrown) == nil)
    #expect(firstUnstable([0.1, 1e9, 0, 0, 1e18, 0, 1e20] + thrown) == nil)
  }

  @Test func oscillationIsStable() {
    #expect(firstUnstable((0..<10_000).map { $0 % 2 == 0 ? 1e12 : 3e12 }) == nil)
  }

  @Test func growthUpToTheScaleIsStable() {
    // Nodes at one point part exponentially, from the least distance to that of the layout.
    #expect(firstUnstable((0..<3000).map { min(300, 1e-9 * pow(1.3, Double($0))) }) == nil)
  }

  @Test func growthThatEndsIsUnstableIfTheLayoutStaysTooLarge() {
    let growing = (0..<40).map { pow(1.5, Double($0)) }
    let movements = growing + growing.reversed()
    var detector = InstabilityDetector(simulation)
    for (index, movement) in movements.enumerated() {
      let found = detector.add(Movement(total: movement, maximum: movement), at: index + 1)
      #expect(found == nil)
    }
    #expect(detector.growth(atEndOf: simulation) == nil)
    particles.position[1][3] = 2900
    #expect(detector.growth(atEndOf: simulation) == nil)
    particles.position[1][3] = 3100
    #expect(detector.growth(atEndOf: simulation)?.factor == 5)
  }

  @Test func aLargeLayoutIsStableIfItGrewSlowly() {
    var detector = InstabilityDetector(simulation)
    for tick in 1...20_000 { _ = detector.add(Movement(total: 50, maximum: 50), at: tick) }
    particles.position[1][3] = 1e6
    #expect(detector.growth(atEndOf: simulation) == nil)
  }

  @Test func adaptiveStepsThatGrowAreStable() throws {
    func firstUnstable(_ integrator: any Integrator) throws -> Int? {
      let free = Simulation(
        World(particles: particles, graph: try cells(25)), forces: [], integrator: integrator)
      var detector = InstabilityDetector(free)
      return (1...300).first { tick in
        detector.add(Movement(total: 1, maximum: pow(2, Double(tick))), at: tick) != nil
      }
    }
    #expect(try firstUnstable(Adaptive()) == nil)
    let plain = try #require(try firstUnstable(VelocityVerlet()))
    let grown = try #require(try firstUnstable(FIRE { $0.growthLimit = 100 }))
    // 100² is 2¹³.
    #expect((12...15).contains(grown - plain), "\(plain) \(grown)")
  }
}

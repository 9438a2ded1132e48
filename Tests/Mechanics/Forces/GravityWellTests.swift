import ForceLabGraphs
import ForceLabMechanics
import ForceLabTestSupport
import Testing

/// ForceAtlas2's gravity.
struct GravityWellTests {
  private func star(_ places: [[Double]]) throws -> World {
    try world(places, on: Graph(nodeCount: 3, edges: [(0, 1), (0, 2)]), seed: 0)
  }

  private let places = [[4.0, 1, -9], [7, 3, 3]]

  private func well(strong: Bool) -> GravityWell {
    GravityWell { ($0.strength, $0.strong, $0.center) = (0.5, strong, [1, 3]) }
  }

  @Test func weakGravityIsTheSameAtAllDistances() throws {
    // Offsets (3, 4), none and (−10, 0); degrees 2, 1 and 1.
    let world = try star(places)
    let pull = velocities(well(strong: false), in: world)
    #expect(maxDifference(pull, [[-0.9, 0, 1], [-1.2, 0, 0]]) < 1e-14)
    let energy = try #require(well(strong: false).potentialEnergy(of: world))
    #expect(abs(energy - 0.5 * (3 * 5 + 2 * 10)) < 1e-13)
  }

  @Test func strongGravityGrowsWithTheDistance() throws {
    let world = try star(places)
    let pull = velocities(well(strong: true), in: world)
    #expect(maxDifference(pull, [[-4.5, 0, 10], [-6, 0, 0]]) < 1e-14)
    let energy = try #require(well(strong: true).potentialEnergy(of: world))
    #expect(abs(energy - 0.5 * (3 * 25 + 2 * 100) / 2) < 1e-12)
  }

  @Test func withoutEdgesStrongGravityIsASpring() throws {
    let world = try world(uniform(9, dimensions: 3, extent: 50))
    let gravity = GravityWell { ($0.strength, $0.strong) = (0.02, true) }
    #expect(
      relativeError(velocities(gravity, in: world), velocities(CenterSpring(), in: world)) < 1e-15)
  }
}

@testable import ForceLabStudies
import Testing

/// `jitter` of placements that are not random by themselves.
@Suite struct JitterTests {
  private static let start = "id,x,y,z\n" + (0..<40).map { "\($0),\($0),\($0 * $0),1\n" }.joined()

  private func start(_ placement: String, _ rest: String = "") throws -> Run {
    try run(
      """
      graph: {cells: 40}
      placement: {\(placement)}
      forces: [position: {strength: 0}]
      stop: {iterations: 1}
      \(rest)
      """, files: ["start.csv": Self.start])
  }

  @Test(
    arguments: ["phyllotaxis: {", "circle: {radius: 50, ", "file: {path: start.csv, "], [2, 3])
  func displacesWithinItsRadius(placement: String, dimensions: Int) throws {
    let axes = "dimensions: \(dimensions)\nrepeat: 2"
    let exact = try start(placement + "}", axes)
    #expect(Set(try exact.trials.column("layout_hash")).count == 1)
    let displaced = try start(placement + "jitter: 3}", axes)
    #expect(Set(try displaced.trials.column("layout_hash")).count == 2)
    let places = try exact.layout()
    var distances: [Double] = []
    for trial in 1...2 {
      for (a, b) in zip(try displaced.layout(trial), places) { distances.append(distance(a, b)) }
    }
    #expect(distances.allSatisfy { $0 > 0 && $0 <= 3.000001 })
    // A uniformly random point of a ball in d dimensions is d/(d + 1) of the radius away on average.
    let mean = distances.reduce(0, +) / Double(distances.count)
    #expect(isNear(mean, 3 * Double(dimensions) / Double(dimensions + 1), within: 0.3), "\(mean)")
  }

  private func distance(_ a: [Double], _ b: [Double]) -> Double {
    var sum = 0.0
    for axis in a.indices { sum += (a[axis] - b[axis]) * (a[axis] - b[axis]) }
    return sum.squareRoot()
  }

  @Test func everyPlacementIsRandomOrHasJitter() throws {
    for type in Catalog.standard.types(of: .placement) {
      let placement = try #require(type.init() as? any Placement)
      #expect(placement.isRandom != (placement is any FixedPlacement), "\(placement.name)")
      #expect(type.parameterNames.contains("jitter") == (placement is any FixedPlacement))
    }
    #expect(Phyllotaxis { $0.jitter = 1 }.isRandom)
    #expect(Reuse { $0.of = Sampled() }.isRandom && !Reuse().isRandom)
    #expect(JiggleForce().isRandom && !JiggleForce { $0.temperature = 0 }.isRandom)
  }
}

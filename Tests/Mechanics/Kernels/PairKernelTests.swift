import ForceLabPlugins
import ForceLabTestSupport
import Testing

@testable import ForceLabMechanics

/// A law that no loop in C knows.
private struct OutsideLaw: PairForce {
  static let manual = Manual<Self>("outside", "Repels with a force of 1/r.")
  func factor(_ squaredDistance: Double) -> Double { -1 / squaredDistance }
  func potential(_ squaredDistance: Double) -> Double { 0 }
}

/// The loops over pairs against plain sums.
struct PairKernelTests {
  private static let laws: [any PairForce] =
    [ManyBody(), ManyBody { $0.distanceMin = 4 }, Coulomb()]
    + [ManyBody { $0.distanceMax = 30 }]
    + [1, 0, -1, -2, -3, -1.5].map { exponent in PairPower { $0.exponent = exponent } }
    + [-3, -1.5].map { exponent in PairPower { ($0.exponent, $0.softening) = (exponent, 5) } }
    + [OutsideLaw()]

  /// Sources of which the last are the targets, and one of them very near to another source.
  private func bodies<Number: KernelScalar>(_ count: Int, _ axes: Int, near: Number)
    -> (NumberStorage<Number>, Bodies<Number>)
  {
    let storage = NumberStorage<Number>(count: count + 32, lanes: axes + 1)
    let places = uniform(count, dimensions: axes, extent: 40)
    for index in 0..<count {
      for axis in 0..<axes { storage.lanes[axis][index] = Number(places[axis][index]) }
      storage.lanes[axes][index] = Number(1 + index % 3)
    }
    for axis in 0..<axes { storage.lanes[axis][3] = storage.lanes[axis][count - 1] }
    storage.lanes[0][3] += near
    return (storage, Bodies(dimensions: axes, lanes: storage.lanes, count: count))
  }

  @Test(arguments: 0..<laws.count, [2, 3])
  func sumsAreThoseOfAllPairs(law: Int, axes: Int) {
    let law = Self.laws[law]
    let (storage, sources) = bodies(75, axes, near: 0.25)
    for own in [0, 40, 54] {
      let targets = Bodies(dimensions: axes, lanes: storage.lanes.dropFirst(own), count: 21)
      let sums = LaneStorage(count: 48, lanes: axes)
      let sum = PairSum(law, .force, charges: sources.charges)
      #expect(sum.add(of: sources, on: targets, PairFilter(selves: own), to: sums.lanes))
      for target in 0..<21 {
        for axis in 0..<axes {
          let expected = (0..<75).filter { $0 != own + target }.reduce(0.0) { sum, source in
            let way = (0..<axes).map { sources.lanes[$0][source] - targets.lanes[$0][target] }
            let square = way.reduce(0) { $0 + $1 * $1 }
            return sum + way[axis] * law.factor(square) * sources.charges[source]
          }
          #expect(abs(sums.lanes[axis][target] - expected) <= 1e-9 * max(1, abs(expected)))
        }
      }
    }
  }

  @Test(arguments: [2, 3])
  func reportsPairsThatAreTooNear(axes: Int) {
    for (near, isRight) in [(Float(0.01), true), (0.0009, false), (0, false)] {
      let (storage, sources) = bodies(40, axes, near: near)
      let targets = Bodies(dimensions: axes, lanes: storage.lanes.dropFirst(20), count: 20)
      let sums = NumberStorage<Float>(count: 48, lanes: axes)
      let charges = LaneStorage(count: 40, lanes: 1)
      let found = PairSum(ManyBody(), .force, charges: charges.lanes[0]).add(
        of: sources, on: targets, PairFilter(selves: 20, tooNear: 1e-6), to: sums.lanes)
      #expect(found == isRight, "\(near)")
    }
  }

  /// The cube of a box in the plane is a square: it has no height to be split along.
  @Test func theCubeOfAPlaneBoxIsASquare() {
    let box = Box(lower: SIMD4(1, 2, 0, 0), upper: SIMD4(5, 4, 0, 0))
    #expect(box.cube.upper == SIMD4(5, 6, 0, 0))
    #expect(box.cube.longestAxis == 0)
  }

  /// MortonGrid that nodes were sorted into at once are those that halving finds.
  @Test(arguments: [2, 3])
  func quadrantsSplitTheCube(axes: Int) throws {
    let particles = Particles(positions: uniform(5000, dimensions: axes, extent: 100))
    var nodes = SortedNodes()
    let box = try #require(Box(of: particles))
    var quadrants = MortonGrid(of: box, count: 5000, axes: axes)
    nodes.load(particles, sortedInto: &quadrants)
    let ends = try #require(quadrants.ends(of: 0..<5000, box.cube))
    var start = 0
    for quadrant in 0..<1 << axes {
      for node in nodes.packed.elements[start..<ends[quadrant]] {
        for axis in 0..<axes {
          let isUpper = node[axis] >= box.cube.middle[axis]
          #expect(isUpper == (quadrant >> (axes - 1 - axis) & 1 == 1))
        }
      }
      start = ends[quadrant]
    }
    #expect(start == 5000)
    #expect(Set(nodes.packed.elements.map(\.number)) == Set(0..<5000))
    #expect(quadrants.ends(of: 0..<4999, box.cube) == nil)
  }
}

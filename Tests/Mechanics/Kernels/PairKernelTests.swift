import ForceLabPlugins
import ForceLabTestSupport
import Testing

@testable import ForceLabMechanics

/// The loops over pairs against plain sums, and the forms of laws that they use against each other.
struct PairKernelTests {
  private static let laws: [any PairForce] =
    [ManyBody(), with(ManyBody.self) { $0.distanceMin = 4 }, Coulomb()]
    + [with(ManyBody.self) { $0.distanceMax = 30 }]
    + [1, 0, -1, -2, -3, -1.5].map { exponent in with(PairPower.self) { $0.exponent = exponent } }

  /// Squared distances from where laws are held to where they fade.
  private static let squares = [1e-14, 1e-6, 0.5, 1, 1.5, 7, 16, 400, 899, 901, 1e6, 1e8]

  private func expectGroups<Group: KernelVector>(
    _ law: some PairLaw, of: Group.Type, within: Double
  ) {
    for square in Self.squares {
      let number = Group.Number(square)
      let expected = Double(law.factor(number)) * 3
      let groups = [law.factors(Group(number), times: 3)]
      let fast = law.fastFactors(Group(number), Group(2 * number))
      let fastGroups = [law.fastFactors(Group(number), times: 3), fast.0 * Group(3)]
      for found in groups + (square >= law.nearSquaredDistance ? fastGroups : []) {
        let error = abs(Double(found.first) - expected)
        #expect(error <= within * abs(expected), "\(law) at \(square)")
      }
      let later = Double(law.factor(2 * number))
      let isFast = square >= law.nearSquaredDistance
      #expect(!isFast || abs(Double(fast.1.first) - later) <= within * abs(later))
    }
  }

  @Test(arguments: 0..<laws.count)
  func vectorLawsAgreeWithScalarLaws(law: Int) {
    expectGroups(Self.laws[law], of: DoubleVector8.self, within: 1e-14)
    expectGroups(Self.laws[law], of: FloatVector16.self, within: 1e-5)
  }

  @Test func vectorPowersAgreeWithScalarPowers() {
    for exponent in [1, 0, -1, -2, -3, -1.5] {
      let law = PairPowerLaw(scale: 0.7, exponent: exponent)
      expectGroups(law, of: DoubleVector8.self, within: 1e-14)
    }
  }

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
      #expect(law.addForces(of: sources, on: targets, PairFilter(selves: own), to: sums.lanes))
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
      let found = ManyBody().addForces(
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

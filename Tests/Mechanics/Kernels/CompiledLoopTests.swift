import ForceLabPlugins
import ForceLabTestSupport
import Testing

@testable import ForceLabMechanics

/// A law without its loops in C.
private struct InSwift<Law: PairLaw>: PairLaw {
  let law: Law

  func factor<Number: KernelScalar>(_ square: Number) -> Number { law.factor(square) }
  func potential(_ square: Double) -> Double { law.potential(square) }
  func fastFactor<Number: KernelScalar>(_ square: Number) -> Number { law.fastFactor(square) }
  func factors<Group: KernelVector>(_ squares: Group, times charge: Group.Number) -> Group {
    law.factors(squares, times: charge)
  }
  func fastFactors<Group: KernelVector>(_ squares: Group, times charge: Group.Number) -> Group {
    law.fastFactors(squares, times: charge)
  }
  func fastFactors<Group: KernelVector>(_ first: Group, _ second: Group) -> (Group, Group) {
    law.fastFactors(first, second)
  }
  var nearSquaredDistance: Double { law.nearSquaredDistance }
}

/// The loops in C have the bits of those in Swift.
struct CompiledLoopTests {
  private static let laws: [any PairLaw] = [
    ManyBody(), ManyBody { ($0.strength, $0.distanceMin) = (0.3, 0) }, Coulomb(),
    PairPowerLaw(scale: 0.7, exponent: -1), PairPowerLaw(scale: 0.7, exponent: -2),
  ]

  /// Nodes of which some nearly or quite coincide.
  private func nodes<Number: KernelScalar>(_ count: Int, _ axes: Int, _: Number.Type)
    -> NumberStorage<Number>
  {
    let storage = NumberStorage<Number>(count: count + 32, lanes: axes + 1)
    let places = uniform(count, dimensions: axes, extent: 40)
    for index in 0..<count {
      for axis in 0..<axes {
        storage.lanes[axis][index] = Number(places[axis][index % 37 == 5 ? 3 : index])
      }
      storage.lanes[0][index] += index % 74 == 5 ? 1e-7 : 0
      storage.lanes[axes][index] = Number(1 + index % 3)
    }
    return storage
  }

  private func numbers<Number: KernelScalar>(
    _ storage: NumberStorage<Number>, _ count: Int, _ axes: Int
  ) -> [Number] {
    withExtendedLifetime(storage) {
      (0..<axes).flatMap { axis in (0..<count).map { storage.lanes[axis][$0] } }
    }
  }

  @Test(arguments: 0..<laws.count, [2, 3])
  func forcesHaveTheBitsOfSwift(law: Int, axes: Int) {
    func expectSame(_ law: some PairLaw) {
      #expect(law.cLaw != nil && InSwift(law: law).cLaw == nil)
      expectSameSums(axes, Double.self) {
        law.addForces(of: $0, on: $1, $2, to: $3)
      } and: {
        InSwift(law: law).addForces(of: $0, on: $1, $2, to: $3)
      }
      expectSameSums(axes, Float.self) {
        law.addForces(of: $0, on: $1, $2, to: $3)
      } and: {
        InSwift(law: law).addForces(of: $0, on: $1, $2, to: $3)
      }
    }
    expectSame(Self.laws[law])
  }

  private typealias Loop<Number> = (
    Bodies<Number>, Bodies<Number>, PairFilter, NumberLanes<Number>
  ) -> Bool

  private func expectSameSums<Number: KernelScalar>(
    _ axes: Int, _: Number.Type, _ first: Loop<Number>, and second: Loop<Number>
  ) {
    let storage = nodes(203, axes, Number.self)
    let sources = Bodies(dimensions: axes, lanes: storage.lanes, count: 203)
    for (own, count) in [(0, 203), (40, 21), (54, 7)] {
      for selves in [own, nil] {
        let filter = PairFilter(selves: selves, tooNear: 1e-9)
        let targets = Bodies(dimensions: axes, lanes: storage.lanes.dropFirst(own), count: count)
        let (a, b) = (
          NumberStorage<Number>(count: 240, lanes: axes),
          NumberStorage<Number>(count: 240, lanes: axes)
        )
        let isRight = first(sources, targets, filter, a.lanes)
        #expect(second(sources, targets, filter, b.lanes) == isRight)
        let found = numbers(a, count, axes)
        #expect(found == numbers(b, count, axes) && found.contains { $0 != 0 })
      }
    }
    withExtendedLifetime(storage) {}
  }

  @Test(arguments: 0..<laws.count, [2, 3])
  func mutualForcesHaveTheBitsOfSwift(law: Int, axes: Int) {
    func expectSame(_ law: some PairLaw) {
      let storage = nodes(203, axes, Double.self)
      let bodies = Bodies(dimensions: axes, lanes: storage.lanes, count: 203)
      let (a, b) = (LaneStorage(count: 240, lanes: axes), LaneStorage(count: 240, lanes: axes))
      for block in [0..<64, 64..<203] {
        law.addMutualForces(bodies, block: block, seed: 1, to: a.lanes)
        InSwift(law: law).addMutualForces(bodies, block: block, seed: 1, to: b.lanes)
      }
      let found = numbers(a, 203, axes)
      #expect(found == numbers(b, 203, axes) && found.contains { $0 != 0 })
      withExtendedLifetime(storage) {}
    }
    expectSame(Self.laws[law])
  }
}

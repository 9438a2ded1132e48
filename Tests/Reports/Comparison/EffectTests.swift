import ForceLabPlugins
import Testing

@testable import ForceLabReports

@Suite struct EffectTests {
  private func effect(
    _ base: [Double], _ new: [Double], pairs: Bool = true, isTime: Bool = false,
    threshold: Double = 0.05
  ) throws -> Effect {
    try #require(
      Effect.alone(Observations(base, new, arePairs: pairs), isTime: isTime, threshold: threshold))
  }

  private let even = [10.0, 11, 12, 13, 14, 15, 16, 17]

  @Test(arguments: [
    (1.2, ComparisonVerdict.slower), (1.06, .slower), (1.04, .same), (1, .same), (0.96, .same),
    (0.9, .faster),
  ])
  func aConstantRatioIsJudgedByTheThreshold(ratio: Double, verdict: ComparisonVerdict) throws {
    let effect = try effect(even, even.map { $0 * ratio }, isTime: true)
    #expect(effect.verdict == verdict && effect.scale == .ratio && effect.isPaired)
    #expect(abs(effect.change / ratio - 1) < 1e-15)
    let interval = try #require(effect.interval)
    #expect(interval.upperBound / interval.lowerBound < 1 + 1e-15)
  }

  /// Two of twenty layouts are twice as bad; outliers of times do not count.
  @Test func rareBadLayoutsAreNotTheSame() throws {
    let base = (0..<20).map { 10 + Double($0) }
    let good = base.enumerated().map { $1 * (1 + 0.001 * Double($0 * 7 % 5)) }
    let bad = good.enumerated().map { $0 < 2 ? 2 * $1 : $1 }
    #expect(try effect(base, good).verdict == .same)
    #expect(try effect(base, bad).verdict == .unclear)
    #expect(try effect(base, bad, isTime: true).verdict == .same)
    // Three of them outweigh that the others are better.
    let better = good.enumerated().map { $0 < 3 ? 2 * $1 : 0.93 * $1 }
    #expect(try effect(base, better).verdict == .unclear)
    #expect(try effect(base, better, isTime: true).verdict == .faster)
  }

  @Test func otherMeasuresAreLowerAndHigher() throws {
    #expect(try effect(even, even.map { $0 * 1.2 }).verdict == .higher)
    #expect(try effect(even, even.map { $0 * 0.8 }).verdict == .lower)
  }

  @Test func aLargeEffectWhoseIntervalHoldsOneIsUnclear() throws {
    let new = zip(even, [1.5, 0.8, 1.25, 1.1, 1.6, 1.2, 1.2, 0.85]).map { $0 * $1 }
    let effect = try effect(even, new, isTime: true)
    #expect(effect.change > 1.05 && effect.verdict == .unclear)
    #expect(try #require(effect.interval).contains(1))
  }

  @Test(arguments: [1, 1.015])
  func aSignificantEffectThatMayBeBelowTheThresholdIsUnclear(factor: Double) throws {
    let new = zip(even, [1.03, 1.04, 1.06, 1.04, 1.03, 1.06, 1.04, 1.04]).map { factor * $0 * $1 }
    let effect = try effect(even, new, isTime: true)
    #expect((effect.change > 1.05) == (factor > 1) && effect.verdict == .unclear)
    #expect(try #require(effect.interval).lowerBound > 1)
  }

  @Test func swappingTheSidesGivesTheOppositeVerdict() throws {
    let opposite: [ComparisonVerdict: ComparisonVerdict] = [
      .slower: .faster, .faster: .slower, .same: .same, .unclear: .unclear,
    ]
    var generator = SeededGenerator(seed: 1)
    var met: Set<ComparisonVerdict> = []
    for round in 0..<300 {
      let spread = round % 2 == 0 ? 0.01 : 0.3
      let shift = 0.8 + 0.4 * generator.unit()
      let base = (0..<8).map { _ in 1 + spread * generator.unit() }
      let new = (0..<8).map { _ in shift * (1 + spread * generator.unit()) }
      for pairs in [true, false] {
        let there = try effect(base, new, pairs: pairs, isTime: true)
        let back = try effect(new, base, pairs: pairs, isTime: true)
        // Without pairs, the random signs are others.
        #expect(!pairs || opposite[there.verdict] == back.verdict)
        #expect(abs(there.change * back.change - 1) < 1e-12)
        met.insert(there.verdict)
      }
    }
    #expect(met == [.faster, .slower, .same, .unclear])
  }

  @Test(arguments: [(0.0, 1.0), (-5, 0), (20, 40)])
  func aFailureIsWorseThanEqualValues(value: Double, failure: Double) {
    let cell = ChangeScale.Cell(scale: .difference, worse: 1, values: [value, value])
    #expect(cell.failure == failure)
  }

  @Test func numbersThatAreNotAllAboveZeroAreComparedByDifference() throws {
    let base = [-4.0, -3, -2, -1, 1, 2, 3, 4]
    let moved = try effect(base, base.map { $0 + 1 })
    #expect(moved.scale == .difference && moved.change == 1 && moved.interval == 1...1)
    #expect(moved.verdict == .higher)
    #expect(try effect(base, base.map { $0 - 1 }).verdict == .lower)
    // The threshold is 5 % of 2.5, the median magnitude.
    #expect(try effect(base, base.map { $0 + 0.12 }).verdict == .same)
    #expect(try effect(even.map { -$0 }, even.map { -2 * $0 }).verdict == .lower)
    let zeros = [Double](repeating: 0, count: 8)
    #expect(try effect(zeros, zeros).verdict == .same)
    #expect(try effect(zeros, even).verdict == .higher)
  }

  @Test(arguments: 1...7) func fewTrialsGiveNoVerdict(count: Int) throws {
    let base = Array(even.prefix(count))
    let effect = try effect(base, base.map { $0 * 2 }, isTime: true)
    #expect((effect.interval != nil) == (count >= 4))
    #expect(effect.verdict == (count >= 4 ? .slower : .unclear))
    #expect(effect.needsTrials == (count < 4))
    // Less than six pairs have no interval of their own.
    #expect(effect.isPaired == (count > 5))
    #expect(effect.counts == (count, count))
  }

  @Test(arguments: [3, 5]) func withFewPairsAllTrialsCount(count: Int) throws {
    let new = (0..<20).map { 20 + 0.1 * Double($0) }
    var sample = Observations(base: Array(even.prefix(count)), new: new)
    sample.pairs = zip(sample.base, new).map { ($0, $1, 0) }
    let effect = try #require(Effect.alone(sample, isTime: true, threshold: 0.05))
    #expect(effect.counts == (count, 20) && !effect.isPaired)
    #expect(effect.verdict == (count < 4 ? .unclear : .slower))
    // Equal to the bit, the pairs alone count.
    sample.pairs = sample.base.map { ($0, $0, 0) }
    let equal = try #require(Effect.alone(sample, isTime: false, threshold: 0.05))
    #expect(equal.counts == (count, count) && equal.isPaired && equal.verdict == .same)
  }

  @Test(arguments: [1, 4, 8]) func equalBitsAreTheSame(count: Int) throws {
    let values = Array(even.prefix(count))
    let equal = try effect(values, values)
    #expect(equal.verdict == .same && equal.interval == 1...1 && equal.isPaired)
    // Times are never taken to be equal by themselves.
    #expect(try effect(values, values, isTime: true).needsTrials == (count < 4))
    #expect(try effect(values, values, pairs: false).needsTrials == (count < 4))
  }

  @Test func pairsRevealDifferencesThatSpreadHides() throws {
    let base = (0..<12).map { 100 * (1 + Double($0)) }
    let new = base.map { $0 * 1.1 }
    #expect(try effect(base, new, isTime: true).verdict == .slower)
    #expect(try effect(base, new, pairs: false, isTime: true).verdict == .unclear)
  }

  @Test func aPairWithAFailureIsALossForItsSide() throws {
    let new = even.map { $0 * 0.5 }
    #expect(try effect(even, new).verdict == .lower)
    let rare = try effect(even, Array(new.dropLast()) + [.infinity])
    #expect(rare.good == (8, 7) && rare.counts == (8, 8) && rare.change > 0.5)
    #expect(
      try effect(even, Array(new.prefix(3)) + even.dropFirst(3).map { _ in .infinity }).change > 1)
    let better = try effect(even.map { -$0 }, Array(even.prefix(7)) + [-.infinity])
    #expect(better.good.new == 7)
  }

  @Test func thereIsNoEffectWithoutObservations() {
    #expect(Effect.alone(Observations(base: [], new: [1]), isTime: false, threshold: 0.05) == nil)
    #expect(Effect.alone(Observations(base: [1], new: []), isTime: false, threshold: 0.05) == nil)
  }

  @Test func extremesDoNotTrap() throws {
    let great = [Double](repeating: 1.7e308, count: 8)
    let small = [Double](repeating: .leastNonzeroMagnitude, count: 8)
    #expect(try effect(small, great).verdict == .higher)
    // The difference is no number.
    #expect(try effect(great, great.map { -$0 }).verdict == .unclear)
    #expect(try effect(great, great, pairs: false, threshold: 0).verdict == .same)
  }
}

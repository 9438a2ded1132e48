import ForceLabPlugins
import ForceLabTestSupport
import Testing

@testable import ForceLabWorkbench

@Suite struct StatementFamilyTests {
  private func sample(_ values: [Double]) -> StatementFamily.Sample {
    values.enumerated().map { ($0, $1) }
  }

  private let noise = [0.3, -0.2, 0.1, -0.4, 0.25, 0.05, -0.15, 0.35]

  @Test(arguments: 1...8) func anIntervalNeedsSixRepeats(count: Int) {
    var family = StatementFamily()
    let number = family.add([.paired(sample(noise.prefix(count).map { $0 + 2 }))])
    let judged = family.judged()[number]
    #expect((judged.interval != nil) == (count >= 6) && (judged.p == nil) == (count < 6))
    if let interval = judged.interval { #expect(interval.contains(judged.estimate)) }
  }

  /// An interval excludes zero if and only if p is at most 5 %.
  @Test func intervalsAndPValuesAgree() throws {
    var generator = SeededGenerator(seed: 5)
    var clear = 0
    for round in 0..<200 {
      var family = StatementFamily()
      let shift = Double(round % 10) * 0.3
      let pairs = (0..<3).map { _ in sample((0..<8).map { _ in shift + generator.normal() }) }
      let (first, last) = (
        family.add(pairs.map { .paired($0) }),
        family.add([.unpaired(base: pairs[0], new: pairs[1])])
      )
      let judged = family.judged()
      for number in first...last {
        let interval = try #require(judged[number].interval)
        #expect(interval.contains(0) == (try #require(judged[number].p) > 0.05))
        clear += interval.contains(0) ? 0 : 1
      }
    }
    #expect(clear > 100)
  }

  @Test func equalValuesAndOutliers() throws {
    var family = StatementFamily()
    let same = family.add([.paired(sample(Array(repeating: 0, count: 8)))])
    let constant = family.add([.paired(sample(Array(repeating: 0.1, count: 8)))])
    let plain = family.add([.paired(sample(noise.map { 2 + $0 }))])
    let outlying = family.add([.paired(sample(noise.map { 2 + $0 } + [1000]))])
    let judged = family.judged()
    #expect(judged[same].interval == 0...0 && judged[same].p == 1)
    #expect(judged[constant].interval == 0.1...0.1 && judged[constant].p ?? 1 < 0.05)
    #expect(abs(judged[plain].estimate - 2) < 0.1 && abs(judged[outlying].estimate - 2) < 0.3)
  }

  /// One combination of signs makes all residuals of the first equal.
  @Test func twoValuesLeaveOtherStatementsSignificant() throws {
    var family = StatementFamily()
    let two = family.add([.paired(sample([0, 1, 1, 0, 1, 0]))])
    let clear = family.add([.paired(sample(noise.prefix(6).map { 3 + 0.2 * $0 }))])
    let judged = family.judged()
    let interval = try #require(judged[two].interval)
    #expect(interval.contains(0) && interval.upperBound < 3, "\(interval)")
    #expect(try #require(judged[clear].interval).lowerBound > 2)
  }

  /// `count` values at `low` and `others` at `high`, each with noise.
  private func modes(_ count: Int, _ low: Double, _ others: Int, _ high: Double) -> [Double] {
    (0..<count + others).map { ($0 < count ? low : high) + 0.05 * noise[$0 % 8] }
  }

  /// The greater mode of each sample is another one.
  @Test func theSmallerOfTwoModesIsNoOutlier() throws {
    let new = sample(modes(9, 0, 11, 1)).map { (unit: $0.unit + 100, value: $0.value) }
    for change in [
      StatementFamily.Change.unpaired(base: sample(modes(12, 0, 8, 1)), new: new),
      .paired(sample(modes(5, -1, 4, 1))),
    ] {
      var family = StatementFamily()
      let number = family.add([change])
      let judged = family.judged()[number]
      #expect(abs(judged.estimate) < 0.2 && judged.p ?? 0 > 0.3, "\(judged)")
      #expect(try #require(judged.interval).contains(0))
    }
  }

  /// As `scipy.stats.permutation_test` has them.
  @Test func fewValuesHaveTheirExactPValue() throws {
    let ones = { (count: Int) in [Double](repeating: -1, count: count) }
    for values in [ones(4) + [Double](repeating: 0, count: 5), ones(6) + [1]] {
      var family = StatementFamily()
      let number = family.add([.paired(sample(values))])
      let judged = family.judged()[number]
      #expect(judged.p == 0.125 && judged.interval?.upperBound == 0)
      let row = family.add(selection: [values, values.map { -$0 }], units: Array(values.indices))
      #expect(!family.judged().isWorse(row + 1, than: row))
    }
    #expect(RandomizationTest(differences: [1, 2, 3, 4, 5, -6]).p == 0.4375)
    #expect(RandomizationTest(base: [0, 1, 2, 3], new: [4, 5, 6, 7]).p == 2.0 / 70)
    let (base, new) = ((0..<8).map(Double.init), (3..<11).map(Double.init))
    #expect((0.03...0.06).contains(RandomizationTest(base: base, new: new).p))
  }

  @Test func aSelectionLeavesOutWhatIsWorse() {
    var family = StatementFamily()
    let costs = [noise, noise.reversed().map { $0 + 0.01 }, noise.shuffled(1).map { $0 + 3 }]
    let first = family.add(selection: costs, units: Array(0..<8))
    let judged = family.judged()
    #expect(judged.isWorse(first + 2, than: first) && judged.isWorse(first + 2, than: first + 1))
    #expect(!judged.isWorse(first, than: first + 1) && !judged.isWorse(first + 1, than: first))
    #expect(!judged.isWorse(first, than: first + 2))
  }
}

extension [Double] {
  fileprivate func shuffled(_ seed: UInt64) -> [Double] {
    var generator = SeededGenerator(seed: seed)
    return shuffled(using: &generator)
  }
}

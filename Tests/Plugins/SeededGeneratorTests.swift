import ForceLabPlugins
import Testing

@Suite struct SeededGeneratorTests {
  /// The finalizer of SplitMix64; the values are those of the reference implementation in C,
  /// whose state 0 gives mix(0x9e3779b97f4a7c15), mix(2·0x9e3779b97f4a7c15), …
  @Test func mixesAsTheReferenceDoes() {
    let increment: UInt64 = 0x9e37_79b9_7f4a_7c15
    #expect(SeededGenerator.mix(increment) == 0xe220_a839_7b1d_cdaf)
    #expect(SeededGenerator.mix(2 &* increment) == 0x6e78_9e6a_a1b9_65f4)
    #expect(SeededGenerator.mix(3 &* increment) == 0x06c4_5d18_8009_454f)
  }

  @Test func seedsAndStreamsDiffer() {
    var first: Set<UInt64> = []
    for seed in 0..<100 {
      for stream in 0..<100 {
        var generator = SeededGenerator(seed: UInt64(seed), stream: UInt64(stream))
        first.insert(generator.next())
      }
    }
    #expect(first.count == 10_000)
  }

  @Test func theSameSeedGivesTheSameNumbers() {
    var (a, b) = (SeededGenerator(seed: 7, stream: 3), SeededGenerator(seed: 7, stream: 3))
    #expect((0..<100).allSatisfy { _ in a.next() == b.next() })
  }

  @Test func unitsFillTheUnitInterval() {
    var generator = SeededGenerator(seed: 1)
    let numbers = (0..<10_000).map { _ in generator.unit() }
    #expect(numbers.allSatisfy { (0..<1).contains($0) })
    #expect(numbers.allSatisfy { ($0 * 0x1p53).rounded() == $0 * 0x1p53 })
    // The mean of 10 000 has a standard deviation of 0.0029.
    let mean = numbers.reduce(0, +) / 10_000
    #expect(abs(mean - 0.5) < 0.012)
  }

  @Test(arguments: [1, 2, 3, 7, 100])
  func everyIndexIsEquallyLikely(bound: Int) {
    var generator = SeededGenerator(seed: UInt64(bound))
    var counts = [Int](repeating: 0, count: bound)
    let draws = 2000 * bound
    for _ in 0..<draws { counts[generator.index(below: bound)] += 1 }
    // Each count has a standard deviation of at most √2000 = 45.
    #expect(counts.allSatisfy { abs($0 - 2000) < 225 })
  }

  @Test func hugeBoundsHaveNoBias() {
    var generator = SeededGenerator(seed: 5)
    let bound = 3 << 61  // three quarters of 2⁶³
    let draws = (0..<3000).map { _ in generator.index(below: bound) }
    #expect(draws.allSatisfy { (0..<bound).contains($0) })
    // Of a biased draw, by the remainder, far more than a half would lie in the lower half.
    let low = draws.count { $0 < bound / 2 }
    #expect(abs(low - 1500) < 140)
  }
}

import ForceLabAverages
import ForceLabTestSupport
import Testing

@Suite("Exact mean")
struct ExactMeanTests {
  /// The mean with 128 bits: floor(|Σx| / n + 1/2) with the sign of the sum.
  private func wideMean(_ values: [Int64]) -> Int64 {
    if values.isEmpty { return 0 }
    let sum = values.reduce(into: Int128(0)) { $0 += Int128($1) }
    let count = UInt128(values.count)
    let rounded = Int128((2 * sum.magnitude + count) / (2 * count))
    return Int64(sum < 0 ? -rounded : rounded)
  }

  @Test func emptyOneAndTwo() {
    #expect(exactMean([]) == 0)
    #expect(exactMean([.min]) == .min)
    #expect(exactMean([.max]) == .max)
    #expect(exactMean([3, 5]) == 4)
    #expect(exactMean([.max, .max]) == .max)
    #expect(exactMean([.min, .min]) == .min)
  }

  @Test func tiesRoundAwayFromZero() {
    #expect(exactMean([222, 223]) == 223)
    #expect(exactMean([-222, -223]) == -223)
    #expect(exactMean([0, 1]) == 1)
    #expect(exactMean([0, -1]) == -1)
    #expect(exactMean([.min, .max]) == -1)
    #expect(exactMean([.max - 1, .max]) == .max)
    #expect(exactMean([.min, .min + 1]) == .min)
  }

  @Test func nonTiesRoundToNearest() {
    #expect(exactMean([0, 0, 1]) == 0)
    #expect(exactMean([0, 1, 1]) == 1)
    #expect(exactMean([0, 0, -1]) == 0)
    #expect(exactMean([0, -1, -1]) == -1)
  }

  @Test(arguments: [-9...9, -1_000_000...1_000_000, Int64.min ... .max])
  func agreesWithWiderNumbers(range: ClosedRange<Int64>) {
    var random = SplitMix64(seed: 4)
    for _ in 0..<300 {
      let values = random.list(upTo: 60, in: range)
      #expect(exactMean(values) == wideMean(values), "\(values)")
    }
  }

  @Test func extremesAgreeWithWiderNumbers() {
    var random = SplitMix64(seed: 5)
    for count in 0..<200 {
      let values = random.extremes(count)
      #expect(exactMean(values) == wideMean(values), "\(values)")
    }
  }

  @Test func orderDoesNotMatter() {
    var random = SplitMix64(seed: 6)
    let values = random.list(upTo: 60)
    #expect(exactMean(values.sorted()) == exactMean(values))
    #expect(exactMean(values.reversed()) == exactMean(values))
  }

  @Test func aMillionElementsAgreeWithWiderNumbers() {
    var random = SplitMix64(seed: 7)
    let values = (0..<1_000_000).map { _ in Int64(bitPattern: random.next()) }
    #expect(exactMean(values) == wideMean(values))
  }

  @Test func aMillionExtremesDoNotOverflow() {
    #expect(exactMean(repeatElement(Int64.min, count: 1_000_000)) == .min)
    #expect(exactMean(repeatElement(Int64.max, count: 1_000_000)) == .max)
  }
}

import ForceLabAverages
import ForceLabTestSupport
import Testing

@Suite("Rolling mean")
struct RollingMeanTests {
  /// The formula word for word: recursive, and a copy of the list at every level.
  private func literalMean(_ values: [Int64]) -> Int64 {
    if values.isEmpty { return 0 }
    if values.count == 1 { return values[0] }
    if values.count == 2 { return values[0] / 2 + values[1] / 2 }
    let depth = Int64(values.count - 1)
    let restMean = literalMean(Array(values.dropLast()))
    let num = restMean / 2 + (values[values.count - 1] / 2) / depth
    return (num / (depth + 1)) * depth * 2
  }

  @Test func emptyOneAndTwo() {
    #expect(rollingMean([]) == 0)
    #expect(rollingMean([.min]) == .min)
    #expect(rollingMean([.max]) == .max)
    #expect(rollingMean([3, 5]) == 3)
    #expect(rollingMean([-3, -5]) == -3)
    #expect(rollingMean([.max, .max]) == .max - 1)
    #expect(rollingMean([.min, .min]) == .min)
  }

  @Test(arguments: [-9...9, -1_000_000...1_000_000, Int64.min ... .max])
  func isTheRecursiveFormula(range: ClosedRange<Int64>) {
    var random = SplitMix64(seed: 1)
    for _ in 0..<300 {
      let values = random.list(upTo: 40, in: range)
      #expect(rollingMean(values) == literalMean(values), "\(values)")
    }
  }

  @Test(arguments: [-9...9, -1_000_000...1_000_000, Int64.min ... .max])
  func staysWithinItsErrorBound(range: ClosedRange<Int64>) {
    var random = SplitMix64(seed: 2)
    for _ in 0..<300 {
      let values = random.list(upTo: 60, in: range)
      let count = Int128(values.count)
      let sum = values.reduce(Int128(0)) { $0 + Int128($1) }
      let error = (count * Int128(rollingMean(values)) - sum).magnitude
      let bound = (2 * count * (count * count - 1)).magnitude
      #expect(3 * error <= bound, "\(values)")
    }
  }

  @Test func extremesNeverOverflow() {
    for count in 1...200 {
      #expect(rollingMean(repeatElement(Int64.min, count: count)) < Int64.min / 2)
      #expect(rollingMean(repeatElement(Int64.max, count: count)) > Int64.max / 2)
    }
    var random = SplitMix64(seed: 3)
    for count in 0..<200 {
      let values = random.extremes(count)
      #expect(rollingMean(values) == literalMean(values), "\(values)")
    }
  }

  @Test func allOrdersOfShortExtremesNeverOverflow() {
    let choices: [Int64] = [.min, .min + 1, -1, 0, 1, .max - 1, .max]
    var lists: [[Int64]] = [[]]
    for _ in 0..<4 {
      lists = lists.flatMap { list in choices.map { list + [$0] } }
      for list in lists {
        #expect(rollingMean(list) == literalMean(list), "\(list)")
      }
    }
  }

  @Test func aMillionElementsNeedNoRecursion() {
    #expect(rollingMean(repeatElement(Int64.min, count: 1_000_000)) < Int64.min / 2)
    #expect(rollingMean(repeatElement(Int64.max, count: 1_000_000)) > Int64.max / 2)
  }

  @Test func takesASequenceThatCanBeReadOnce() {
    var left = Int64(3)
    let once = AnyIterator<Int64> {
      left -= 1
      return left >= 0 ? left * 1000 : nil
    }
    #expect(rollingMean(once) == literalMean([2000, 1000, 0]))
  }
}

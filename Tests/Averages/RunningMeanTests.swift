import ForceLabAverages
import ForceLabTestSupport
import Testing

@Suite("Running mean")
struct RunningMeanTests {
  private func running(_ values: some Sequence<Int64>) -> RunningMean {
    var mean = RunningMean()
    for value in values { mean.add(value) }
    return mean
  }

  @Test func startsEmpty() {
    let mean = RunningMean()
    #expect(mean.count == 0)
    #expect(mean.mean == 0)
    #expect(mean.value == 0)
  }

  @Test func equalsTheBatchMeanAfterEveryValue() {
    var random = SplitMix64(seed: 8)
    var mean = RunningMean()
    var seen: [Int64] = []
    for _ in 0..<200 {
      let value = Int64.random(in: .min ... .max, using: &random)
      mean.add(value)
      seen.append(value)
      #expect(mean.count == seen.count)
      #expect(mean.mean == exactMean(seen))
    }
  }

  @Test func valueKeepsTheFraction() {
    #expect(running([222, 223]).value == 222.5)
    #expect(running([-222, -223]).value == -222.5)
    #expect(running([.min, .max]).value == -0.5)
    #expect(running([.min, .min]).value == -0x1p63)
    #expect(running([1, 1, 2]).value == 4.0 / 3.0)
  }

  @Test func mergingEqualsAddingEachValue() {
    var random = SplitMix64(seed: 9)
    for _ in 0..<100 {
      let left = random.list(upTo: 20)
      let right = random.list(upTo: 20)
      var merged = running(left)
      merged.merge(running(right))
      #expect(merged == running(left + right))
      #expect(merged.count == left.count + right.count)
      #expect(merged.mean == exactMean(left + right))
    }
  }

  @Test func mergeOrderDoesNotMatter() {
    let parts = [running([.min, 1]), running([]), running([.max, .max, 5])]
    var forwards = RunningMean()
    for part in parts { forwards.merge(part) }
    var backwards = RunningMean()
    for part in parts.reversed() { backwards.merge(part) }
    #expect(forwards == backwards)
  }

  @Test func mergesWithItself() {
    var mean = running([.max, .max - 1])
    mean.merge(mean)
    #expect(mean == running([.max, .max - 1, .max, .max - 1]))
  }
}

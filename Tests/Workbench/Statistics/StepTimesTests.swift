import Testing
import ForceLabWorkbench

@Suite struct StepTimesTests {
  @Test func withoutStepsThereAreNoStatistics() {
    let times = StepTimes()
    #expect(times.count == 0 && times.total == 0)
    #expect(times.mean == nil && times.percentile(50) == nil)
  }

  @Test func percentilesOfFewStepsAreSteps() {
    let times: StepTimes = [3000, 1000, 2000]
    #expect(times.count == 3 && times.total == 6000 && times.mean == 2000)
    #expect([1, 50, 95, 100].map { times.percentile($0) } == [1000, 2000, 3000, 3000])
  }

  @Test func percentilesAreExact() throws {
    let times = StepTimes((1...10_000).map { Int64($0) * 10_000_003 })
    for percent in [1.0, 50, 95, 99.9] {
      #expect(times.percentile(percent) == Int64((percent * 100).rounded()) * 10_000_003)
    }
  }

  @Test func aClockThatGoesBackwardsCountsAsZero() {
    let times: StepTimes = [-5, 5]
    #expect(times.total == 5 && times.percentile(1) == 0)
  }
}

import Testing

@testable import ForceLabWorkbench

@Suite struct StepTimesTests {
  @Test func withoutStepsThereAreNoStatistics() {
    let times = StepTimes()
    #expect(times.count == 0 && times.total == 0 && times.mean == nil && times.fields.isEmpty)
  }

  @Test func percentilesOfFewStepsAreSteps() {
    let times: StepTimes = [3000, 1000, 2000]
    #expect(times.count == 3 && times.total == 6000 && times.mean == 2000)
    #expect(times.fields.dropFirst() == [.integer(2000), .integer(2000), .integer(3000)])
    let found = [1, 50, 95, 100].map { StepTimes.percentile($0, of: [1000, 2000, 3000]) }
    #expect(found == [1000, 2000, 3000, 3000])
  }

  @Test func percentilesAreExact() throws {
    let times = (1...10_000).map { Int64($0) * 10_000_003 }
    for percent in [1.0, 50, 95, 99.9] {
      let expected = Int64((percent * 100).rounded()) * 10_000_003
      #expect(StepTimes.percentile(percent, of: times) == expected)
    }
  }

  @Test func aClockThatGoesBackwardsCountsAsZero() {
    let times: StepTimes = [-5, 5]
    #expect(times.total == 5 && times.count == 2)
  }
}

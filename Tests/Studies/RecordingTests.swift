@testable import ForceLabStudies
import Testing

/// `record: {every, layout}`.
@Suite struct RecordingTests {
  private let base = "graph: {path: 4}\nforces: [link]\n"

  @Test func theFirstIterationsAreRecorded() throws {
    let run = try run(base + "stop: {iterations: 4}")
    #expect(try run.samples.column("iteration") == ["1", "2", "3", "4"])
    #expect(try run.samples.column("trial") == ["1", "1", "1", "1"])
  }

  /// 1, 2, …, 20, then one more tenth each time, and the last one.
  @Test func intervalsBetweenRecordsGrow() throws {
    let shorter = try run(base + "stop: {iterations: 123}")
    let later = [
      22, 24, 26, 28, 30, 33, 36, 39, 42, 46, 50, 55, 60, 66, 72, 79, 86, 94, 103, 113,
    ]
    #expect(
      try shorter.samples.numbers("iteration").map { Int($0) } == Array(1...20) + later + [123])
    let longer = try run(base + "stop: {iterations: 125}")
    #expect(
      try longer.samples.numbers("iteration").map { Int($0) } == Array(1...20) + later + [124, 125])
  }

  @Test func aMillionIterationsHave135Records() {
    var (last, count) = (0, 0)
    for iteration in 1...1_000_000 where Recording.isDue(iteration, after: last, every: nil) {
      (last, count) = (iteration, count + 1)
    }
    #expect(count == 135)
  }

  @Test func theTimeOfRecordingIsAColumn() throws {
    let row = try run(base + "stop: {iterations: 9}").only()
    #expect(try #require(Double(row["recording_seconds"] ?? "")) > 0)
  }

  @Test(arguments: [
    (3, ["3", "6", "7"]), (7, ["7"]), (100, ["7"]), (1, ["1", "2", "3", "4", "5", "6", "7"]),
  ])
  func everyNthAndTheLastAreRecorded(every: Int, expected: [String]) throws {
    let run = try run(base + "stop: {iterations: 7}\nrecord: {every: \(every)}")
    #expect(try run.samples.column("iteration") == expected)
  }

  @Test func theLastIterationIsRecordedAfterATimeout() throws {
    let run = try run(base + "timeout: 1e-9\nrecord: {every: 1000}")
    #expect(try run.only()["status"] == "timed-out")
    #expect(try run.samples.column("iteration") == [try #require(run.only()["iterations"])])
  }

  @Test func recordingDoesNotChangeTheLayout() throws {
    let often = try run(base + "stop: {iterations: 9}")
    let seldom = try run(base + "stop: {iterations: 9}\nrecord: {every: 5}")
    #expect(try often.only()["layout_hash"] == seldom.only()["layout_hash"])
    #expect(often.layouts == seldom.layouts)
  }

  @Test func theFinalLayoutIsKeptUnlessTheFileSaysOtherwise() throws {
    let kept = try run(base + "stop: {iterations: 1}\nrepeat: 2")
    #expect(Set(kept.layouts.keys) == [1, 2])
    #expect(kept.layouts[1]?.hasPrefix("id,x,y\n0,") == true)
    #expect(try kept.layout().count == 4)
    let none = try run(base + "stop: {iterations: 1}\nrecord: {layout: none}")
    #expect(none.layouts.isEmpty)
    #expect(try none.only()["layout_hash"] != "")
  }

  @Test func aLayoutFileCanBeAPlacement() throws {
    let first = try run(base + "stop: {iterations: 5}")
    let layout = try #require(first.layouts[1])
    let again = try run(
      """
      graph: {path: 4}
      placement: {file: {path: start.csv}}
      forces: [position: {strength: 0}]
      integrator: displacement
      stop: {iterations: 1}
      """, files: ["start.csv": layout])
    #expect(again.layouts[1] == layout)
    #expect(try again.only()["layout_hash"] == first.only()["layout_hash"])
  }
}

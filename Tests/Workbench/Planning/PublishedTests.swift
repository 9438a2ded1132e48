import ForceLabTestSupport
import Testing
import ForceLabWorkbench

/// `published:`, from the file to `published.csv`.
@Suite struct PublishedTests {
  /// Six trials whose score is value × repeat: 1, 2, 3 and 10, 20, 30; their steps take 1, 2 and 3 µs.
  private let base = """
    repeat: 3
    sweep: {grid: {value: [1, 10], ending: [ok]}}
    published:

    """

  private func results(_ items: String, _ base: String? = nil) throws -> [ClaimResult] {
    try withFolder { folder in
      try Runner(plan((base ?? self.base) + items)).run(
        into: RunFolder(at: folder + "/run"), environment: RunEnvironment(seed: 0)
      ).published
    }
  }

  private func item(_ figure: String, _ value: String, _ more: String = "") -> String {
    "  - {claim: a, source: b, figure: {\(figure)}, value: \(value)\(more)}\n"
  }

  /// Of times, a debug build says nothing at all.
  private func ofTimes(_ verdict: PublishedClaim.Verdict) -> PublishedClaim.Verdict {
    #if DEBUG
      return .notComparable
    #else
      return verdict
    #endif
  }

  @Test func claimsOnOtherMeasuresAreReproducedOrDiffer() throws {
    let score = "column: score, where: {value: 10}"
    let found = try results(
      item(score, "20") + item(score, "20.001") + item(score, "20.001", ", tolerance: 1.01")
        + item(score, "10", ", tolerance: 2") + item(score, "9.9", ", tolerance: 2")
        + item(score, "41", ", tolerance: 2") + item(score, "-20", ", tolerance: 2"))
    #expect(
      found.map(\.verdict) == [
        .reproduced, .differs, .reproduced, .reproduced, .differs, .differs, .differs,
      ])
    #expect(found.map(\.holds) == [true, false, true, true, false, false, false])
    #expect(found.map(\.measured) == Array(repeating: 20, count: 7))
    #expect(found[0].ratio == 1 && found[3].ratio == 2 && found[6].ratio == -1)
    #expect(found.map(\.count) == Array(repeating: 3, count: 7))
  }

  @Test func onlyZeroReproducesZero() throws {
    let found = try results(
      item("column: score", "0", ", tolerance: 100"),
      "value: 0\npublished:\n")
    #expect(found.map(\.verdict) == [.reproduced] && found[0].ratio == nil)
    let other = try results(
      item("column: score", "0", ", tolerance: 100"), "value: 1\npublished:\n")
    #expect(other.map(\.verdict) == [.differs] && other[0].ratio == nil)
  }

  @Test func timesAreFasterOrSlower() throws {
    let found = try results(
      item("column: wall_seconds", "6e-6")
        + item("column: wall_seconds", "5e-6", ", tolerance: 1.3")
        + item("column: wall_seconds", "1e-6", ", tolerance: 1.3")
        + item("column: tick_ns_median", "1e4", ", tolerance: 1.3"))
    #expect(
      found.map(\.verdict) == [
        ofTimes(.reproduced), ofTimes(.reproduced), ofTimes(.slower), ofTimes(.faster),
      ])
    #if DEBUG
      #expect(
        found.map(\.reason)
          == Array(repeating: "a debug build, whose times mean nothing", count: 4))
      #expect(found.allSatisfy { !$0.holds })
    #else
      #expect(found.map(\.holds) == [true, true, false, true])
      #expect(found.map(\.reason) == ["", "", "", ""])
    #endif
    #expect(found[0].measured == 6e-6)
  }

  @Test func ratiosOfTimesAreGreaterOrSmaller() throws {
    let figure = "column: wall_seconds, where: {value: 1}, relative-to: {value: 10}"
    let found = try results(item(figure, "1") + item(figure, "3") + item(figure, "0.1"))
    #expect(found.map(\.measured) == [1, 1, 1])
    #expect(
      found.map(\.verdict) == [ofTimes(.reproduced), ofTimes(.smaller), ofTimes(.greater)])
    let scores = try results(
      item("column: score, where: {value: 10}, relative-to: {value: 1}", "10")
        + item("column: score, where: {value: 10}, relative-to: {value: 1}", "9"))
    #expect(scores.map(\.verdict) == [.reproduced, .differs])
  }

  @Test func expectedDifferencesHoldWithAReason() throws {
    let more = ", expect: differs, because: it rained"
    let found = try results(item("column: score", "7", more) + item("column: score", "6.5", more))
    #expect(found.map(\.verdict) == [.differs, .reproduced])
    #expect(found.map(\.holds) == [true, true])
    #expect(found.map(\.reason) == ["it rained", "expected to differ: it rained"])
  }

  @Test func claimsWithoutAMeasuredFigureAreNotComparable() throws {
    let yaml = "sweep: {grid: {ending: [ok, fails]}}\npublished:\n"
    let found = try results(
      item("column: score, where: {ending: fails}", "1")
        + item("column: score, relative-to: {ending: fails}", "1")
        + item("column: score, where: {ending: ok}, relative-to: {ending: ok}", "1"), yaml)
    #expect(found.map(\.verdict) == [.notComparable, .notComparable, .reproduced])
    #expect(found.map(\.reason) == ["no trial succeeded", "no trial succeeded", ""])
    #expect(found.map(\.measured) == [nil, nil, 1] && found.map(\.holds) == [false, false, true])
    let zero = try results(
      item("column: score, relative-to: {value: 0}", "1"),
      "sweep: {grid: {value: [0, 1]}}\npublished:\n")
    #expect(zero.map(\.reason) == ["the figure is not finite"])
  }

  @Test func claimsAreWrittenAsCSV() throws {
    try withFolder { folder in
      let items =
        item(
          "column: score, where: {value: 1}", "2",
          ", machine: abacus, stand-in: beads, note: 'hm, yes'")
        + item(
          "column: score, where: {value: 1}, relative-to: {value: 10}", "1",
          ", tolerance: 2, expect: differs, because: so")
      _ = try Runner(plan(base + items)).run(
        into: RunFolder(at: folder + "/run"), environment: RunEnvironment(seed: 0))
      #expect(
        try text(folder + "/run/published.csv") == """
          claim,source,machine,column,statistic,relative,n,published,measured,low,high,ratio,\
          tolerance,verdict,holds,reason,stand_in,note
          a,b,abacus,score,median,false,3,2,2,,,1,1,reproduced,true,,beads,"hm, yes"
          a,b,,score,median,true,3,1,0.1,,,0.1,2,differs,true,so,,

          """)
    }
  }

  /// Eight trials of each configuration, whose scores are value × repeat. The sign test of eight
  /// numbers leaves out the least and the greatest.
  @Test func mediansHaveIntervals() throws {
    let base = "repeat: 8\nsweep: {grid: {value: [1, 10]}}\npublished:\n"
    let score = "column: score, where: {value: 10}"
    let found = try results(
      item(score, "45") + item(score + ", relative-to: {value: 1}", "10")
        + item(score + ", statistic: minimum", "10"), base)
    #expect(found.map(\.count) == [8, 8, 8])
    #expect(found.map(\.measured) == [45, 10, 10])
    #expect(found.map(\.interval) == [10...80, 10...10, nil])
    #expect(
      try results(item(score, "1"), "repeat: 5\nsweep: {grid: {value: [1, 10]}}\npublished:\n")
        .map(\.interval) == [nil])
  }

  @Test func errorsInLimitsDoNotHideErrorsInClaims() throws {
    let yaml = """
      limits: [{name: a, figure: {column: nope}, at-most: 1}]
      published: [{claim: a, source: b, figure: {column: nopp}, value: 1}]
      """
    let found = try problems(yaml)
    #expect(found.count == 2)
    #expect(found.first?.hasPrefix("e.yaml:3:37: error: configuration 1 has no measure") == true)
    #expect(found.last?.hasPrefix("e.yaml:4:52: error: configuration 1 has no measure") == true)
  }

  /// Who changes the experiment for one run need not change what was published.
  @Test func claimsWithoutRowsAfterAnOverrideAreLeftOut() throws {
    let yaml =
      "value: 1\npublished:\n" + item("column: score, where: {value: 1}", "1")
      + item("column: score", "2")
    let plan = try plan(yaml, set: ["value=2"])
    #expect(
      plan.notes.map(\.description) == [
        "e.yaml:5:58: note: no configuration meets these conditions"
      ])
  }
}

import ForceLabTestSupport
import Testing
import ForceLabWorkbench

/// `limits:`, from the file to `limits.csv`.
@Suite struct LimitTests {
  /// Six trials whose score is value × repeat: 1, 2, 3 and 10, 20, 30.
  private let base = """
    repeat: 3
    sweep: {grid: {value: [1, 10], ending: [ok]}}
    limits:

    """

  private func limits(_ items: String, _ base: String? = nil) throws -> [LimitResult] {
    try run((base ?? self.base) + items).limits
  }

  private func run(_ yaml: String) throws -> Runner.Report {
    try withFolder { folder in
      try Runner(plan(yaml)).run(
        into: RunFolder(at: folder + "/run"), environment: RunEnvironment(seed: 0))
    }
  }

  private final class Names {
    var rest = "abcdefghijklmnopqrstuvwxyz"
  }
  private let names = Names()

  /// The first of a test has the name a, the second b, and so on.
  private func item(_ figure: String, _ most: String = "1") -> String {
    "  - {name: \(names.rest.removeFirst()), figure: {\(figure)}, at-most: \(most)}\n"
  }

  @Test(arguments: [("minimum", 10.0), ("median", 20), ("mean", 20), ("maximum", 30)])
  func statisticsUseTheMatchingRows(statistic: String, expected: Double) throws {
    let results = try limits(
      item("column: score, where: {value: 10}, statistic: \(statistic)", "20"))
    #expect(results.map(\.measured) == [expected] && results.map(\.count) == [3])
    #expect(results[0].ratio == expected / 20 && results[0].isKept == (expected <= 20))
  }

  /// The repeats have the medians 5.5, 11 and 16.5.
  @Test func withoutConditionsAllRowsCountAndTheMedianOfRepeatsIsTaken() throws {
    let results = try limits(item("column: score"))
    #expect(results.map(\.measured) == [11] && results.map(\.count) == [3])
  }

  @Test func aFigureMayBeRelativeToAnother() throws {
    let figure = "column: score, where: {value: {above: 5}}, relative-to: {value: 1}"
    let results = try limits(item(figure, "9"))
    #expect(results.map(\.measured) == [10] && !results[0].isKept)
  }

  @Test func aFigureMayBePerAnotherColumn() throws {
    let results = try limits(item("column: tick_ns_p95, per: tick_ns_mean"))
    #expect(results.map(\.measured) == [1.5])
  }

  @Test func timesAreMeasuresToo() throws {
    let results = try limits(item("column: tick_ns_p95") + item("column: wall_seconds", "6e-6"))
    #expect(results.map(\.measured) == [3000, 6e-6])
    #expect(results.map(\.isKept) == [false, true])
  }

  @Test func conditionsMayNameKeysThatAreNotSwept() throws {
    let results = try limits(item("column: score, where: {word: b}"), "word: b\nlimits:\n")
    #expect(results.map(\.count) == [1])
  }

  /// The trials that fail may be those that break the limit.
  @Test func afterAFailureALimitIsNotMeasured() throws {
    let yaml = """
      sweep: {grid: {ending: [ok, fails]}}
      limits:

      """
    let results = try limits(
      item("column: score") + item("column: score, where: {ending: fails}")
        + item("column: score, where: {ending: ok}, relative-to: {ending: fails}")
        + item("column: score, where: {ending: ok}"), yaml)
    #expect(results.map(\.measured) == [nil, nil, nil, 1])
    #expect(results.map(\.isKept) == [false, false, false, true])
  }

  @Test func trialsWithoutAValueKeepNoLimit() throws {
    let results = try limits(
      item("column: score") + item("column: score, where: {word: a}"),
      "repeat: 2\nsweep: {grid: {word: [a, odd]}}\nlimits:\n")
    #expect(results.map(\.measured) == [nil, 1.5] && results.map(\.count) == [2, 2])
  }

  /// Nothing divided by nothing is 1, and anything else divided by it is no value.
  @Test func ratiosToZeroAreNotMeasured() throws {
    let yaml = "sweep: {grid: {value: [0, 1], ending: [ok]}}\nlimits:\n"
    let results = try limits(
      item("column: score, where: {value: 0}, relative-to: {value: 0}")
        + item("column: score, where: {value: 1}, relative-to: {value: 0}")
        + item("column: score, per: score, where: {value: 0}"), yaml)
    #expect(results.map(\.measured) == [1, nil, 1])
    #expect(results.map(\.isKept) == [true, false, true])
  }

  @Test func limitsAreWrittenAsCSV() throws {
    try withFolder { folder in
      let items =
        item("column: score, where: {value: 1}, statistic: maximum", "2")
        + item("column: score, where: {value: 1}, relative-to: {value: 10}")
      _ = try Runner(plan(base + items)).run(
        into: RunFolder(at: folder + "/run"), environment: RunEnvironment(seed: 0))
      #expect(
        try text(folder + "/run/limits.csv") == """
          limit,column,statistic,relative,n,measured,at_most,ratio,kept
          a,score,maximum,false,3,3,2,1.5,false
          b,score,median,true,3,0.1,1,0.1,true

          """)
    }
  }

  /// Who changes the experiment for one run need not change its limits.
  @Test func limitsWithoutRowsAfterAnOverrideAreLeftOut() throws {
    let yaml =
      "value: 1\nlimits:\n" + item("column: score, where: {value: 1}") + item("column: score")
    let plan = try plan(yaml, set: ["value=2"])
    #expect(
      plan.notes.map(\.description) == [
        "e.yaml:5:46: note: no configuration meets these conditions"
      ])
  }
}

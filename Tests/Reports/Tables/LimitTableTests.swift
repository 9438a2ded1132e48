import ForceLabPlugins
import Testing

@testable import ForceLabReports
@testable import ForceLabWorkbench

@Suite struct LimitTableTests {
  @Test func unitsFollowTheColumn() throws {
    let report = try CountingStudy.report(
      """
      sweep: {grid: {size: [1000, 3000]}}
      limits:
        - {name: tick, figure: {column: tick_ns_median, statistic: minimum}, at-most: 1e6}
        - {name: time, figure: {column: wall_seconds, statistic: maximum}, at-most: 0.02}
        - {name: the greater, figure: {column: movement, where: {size: 3000}}, at-most: 4000}
        - name: greater against smaller
          figure: {column: movement, where: {size: 3000}, relative-to: {size: 1000}}
          at-most: 2.5

      """)
    expect(
      report.limits.text(),
      is: """
        figure                  measured at most  ratio verdict
        ----------------------- -------- ------- ------ --------
        tick                        2 ms    1 ms      2 exceeded
        time                       18 ms   20 ms 0.9000
        the greater                 3704    4000 0.9259
        greater against smaller      3 ×   2.5 ×  1.200 exceeded

        2 of 4 limits exceeded.
        """)
  }

  @Test func limitsWithoutAValueAreNotMeasured() {
    var limit = Limit()
    (limit.name, limit.atMost) = ("tick", 2)
    let column = Column.time("tick_ns_median", "time per tick")
    let results = [nil, 3].map { LimitResult(limit: limit, column: column, count: 0, measured: $0) }
    #expect(results.map { CheckedFigure($0).verdict } == ["not measured", "exceeded"])
    let text = results.text()
    #expect(text.contains("\n\n1 of 2 limits exceeded. 1 of 2 limits not measured: "))
  }

  @Test func metLimitsHaveNoMark() throws {
    let report = try CountingStudy.report(
      "limits: [{name: rows, figure: {column: iterations}, at-most: 300}]\n")
    expect(
      report.limits.text(),
      is: """
        figure measured at most ratio
        ------ -------- ------- -----
        rows        300     300     1

        The limit is kept.
        """)
  }

  @Test func severalLimitsAreCounted() throws {
    let report = try CountingStudy.report(
      "limits: [{name: a, figure: {column: iterations}, at-most: 300},\n"
        + "{name: b, figure: {column: iterations}, at-most: 400}]\n")
    #expect(report.limits.text().hasSuffix("\n\nAll 2 limits kept."))
  }
}

@Suite struct PublishedTableTests {
  /// Movement is 1.2345678 × size.
  private let base = "sweep: {grid: {size: [1000, 3000]}}\npublished:\n"

  @Test func valuesHaveUnitsAndReasonsAreBelow() throws {
    let report = try CountingStudy.report(
      base + """
          - {claim: larger, source: a, machine: M1, figure: {column: movement, where: {size: 3000}}, value: 3703.7034}
          - claim: as 3 to 1
            source: a
            figure: {column: movement, where: {size: 3000}, relative-to: {size: 1000}}
            value: 2.5
            tolerance: 1.5
            stand-in: a ruler for a scale
          - claim: smaller
            source: a
            figure: {column: movement, where: {size: 1000}}
            value: 1000
            expect: differs
            because: it was measured on a Sunday
          - {claim: less, source: a, figure: {column: movement}, value: 7, tolerance: 3}

        """)
    expect(
      report.published.text(),
      is: """
        claim     machine published n  measured ratio verdict
        --------- ------- --------- - --------- ----- ---------------------
        larger    M1      3703.7034 1 3703.7034     1 reproduced
        as 3 to 1             2.5 × 1       3 × 1.200 reproduced (stand-in)
        smaller                1000 1 1234.5678 1.235 differs, as expected
        less                      7 2      2469 352.7 differs

        as 3 to 1:  stand-in: a ruler for a scale
        smaller:  it was measured on a Sunday

        2 reproduced; 1 not reproduced, as expected; 1 not reproduced.
        """)
  }

  @Test func oneClaimIsReported() throws {
    let report = try CountingStudy.report(
      "published: [{claim: a, source: b, figure: {column: iterations}, value: 300}]\n")
    #expect(
      report.published.text().hasSuffix("\n\n1 reproduced."))
  }

  @Test func timesHaveReadableUnits() throws {
    let report = try CountingStudy.report(
      "published: [{claim: a, source: b, figure: {column: iterations}, value: 300},\n"
        + "{claim: tick, source: b, figure: {column: tick_ns_median}, value: 2.15e7}]\n")
    let lines = report.published.text().split(separator: "\n")
    #expect(lines[3].contains(" 21.5 ms ") && lines[3].hasPrefix("tick "))
    #if DEBUG
      #expect(lines[3].hasSuffix("not comparable"))
      #expect(lines[4] == "tick:  a debug build, whose times mean nothing")
      #expect(lines.last == "1 reproduced; 1 not comparable.")
    #else
      #expect(lines[3].hasSuffix("faster"))
      #expect(lines.last == "1 reproduced; 1 faster.")
    #endif
  }
}

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
  /// Movement is 1.2345678 × size in each repeat.
  private let base = "repeat: 6\nsweep: {grid: {size: [1000, 3000]}}\npublished:\n"

  @Test func valuesHaveUnitsAndReasonsAreBelow() throws {
    let report = try CountingStudy.report(
      base + """
          - {claim: larger, source: a, machine: M1, figure: {column: movement, where: {size: 3000}}, value: 3703.7034}
          - claim: as 3 to 1
            source: a
            figure: {column: movement, where: {size: 3000}, relative-to: {size: 1000}}
            value: 2.5
            stand-in: a ruler for a scale
          - claim: smaller
            source: a
            figure: {column: movement, where: {size: 1000}}
            value: 1000
            known-difference: it was measured on a Sunday
          - {claim: less, source: a, figure: {column: movement}, value: 7, tolerance: 3}
          - {claim: other, source: a, figure: {column: movement}, value: 2.5, tolerance: 2, measured-by: other-program}
          - {claim: least, source: a, figure: {column: movement, statistic: minimum}, value: 1234}

        """)
    expect(
      report.published.text(),
      is: """
        claim     machine published  n  measured 95 % interval ratio verdict
        --------- ------- --------- -- --------- ------------- ----- ----------------------------------------
        larger    M1      3703.7034  6 3703.7034   3704 … 3704     1 reproduced
        as 3 to 1             2.5 ×  6       3 ×     3 × … 3 × 1.200 stand-in: 1.2 times the value, 1.2 … 1.2
        smaller                1000  6 1234.5678   1235 … 1235 1.235 not reproduced, as known
        less                      7  6      2469   2469 … 2469 352.7 not reproduced
        other                   2.5  6      2469   2469 … 2469 987.7 compared: 988 times the value, 988 … 988
        least                  1234 12 1234.5678               1.000 unclear

        as 3 to 1:  stand-in: a ruler for a scale
        smaller:  known to differ: it was measured on a Sunday
        least:  no interval: a minimum has no interval; use the median

        1 reproduced; 2 not reproduced, 1 of them as known; 1 compared; 1 stand-in; 1 unclear.
        """)
  }

  @Test func timesHaveReadableUnits() throws {
    let report = try CountingStudy.report(
      "repeat: 6\npublished: [{claim: a, source: b, figure: {column: iterations}, value: 300},\n"
        + "{claim: tick, source: b, figure: {column: tick_ns_median}, value: 8000},\n"
        + "{claim: tock, source: b, figure: {column: tick_ns_median}, value: 1000}]\n")
    let lines = report.published.text().split(separator: "\n")
    #expect(lines[3].contains(" 8 µs ") && lines[3].hasPrefix("tick "))
    #if DEBUG
      #expect(lines[3].hasSuffix("not comparable"))
      #expect(lines[5] == "tick:  a debug build, whose times mean nothing")
      let counts = "1 reproduced; 0 not reproduced; 0 compared; 0 stand-ins; 2 not comparable."
    #else
      #expect(lines[3].hasSuffix("compared: 4.0 times as fast, 4.0 … 4.0"))
      #expect(lines[4].hasSuffix("compared: 2.0 times as long, 2.0 … 2.0"))
      let counts = "1 reproduced; 0 not reproduced; 2 compared; 0 stand-ins."
    #endif
    #expect(lines.last.map(String.init) == counts)
  }
}

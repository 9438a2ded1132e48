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
    #expect(results.map(\.verdict) == ["not measured", "exceeded"])
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

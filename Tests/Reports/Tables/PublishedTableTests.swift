import ForceLabReports
import Testing
import ForceLabWorkbench

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

import ForceLabReports
import Testing
import ForceLabWorkbench

@Suite struct SummaryTableTests {
  private static let sweep = """
    repeat: 3
    sweep:
      grid:
        method: [exact, grid]
        size: [1, 200]

    """

  @Test func mediansWithShortHeadings() throws {
    let report = try CountingStudy.report(Self.sweep)
    expect(
      report.summary.table.text(),
      is: """
        # method size iterations movement  kinetic edge length cv time µs tick µs
        - ------ ---- ---------- -------- -------- -------------- ------- -------
        1 exact     1        300    1.235 0.001000         0.5880    6.00    2.00
        2 exact   200        300    246.9   0.2000         0.5880    1200     400
        3 grid      1        300    1.235 0.001000         0.5880    6.00    2.00
        4 grid    200        300    246.9   0.2000         0.5880    1200     400
        """)
  }

  @Test func whatDoesNotFitIsNamed() throws {
    let report = try CountingStudy.report(Self.sweep)
    expect(
      report.text(repeats: 3, width: 40).replacing(report.folder, with: "FOLDER"),
      is: """
        # method size movement time µs tick µs
        - ------ ---- -------- ------- -------
        1 exact     1    1.235    6.00    2.00
        2 exact   200    246.9    1200     400
        3 grid      1    1.235    6.00    2.00
        4 grid    200    246.9    1200     400
        The same in every row: iterations 300,
        edge length cv 0.5880.
        No room for: kinetic; see summary.csv.

        Medians of 3 trials per configuration.
        Results: FOLDER
        """)
  }

  @Test func howManyWereGoodIsToldIfNotAll() throws {
    let report = try CountingStudy.report("repeat: 3\nsweep: {grid: {fails: [true, false]}}\n")
    expect(
      report.text(repeats: 3).replacing(report.folder, with: "FOLDER"),
      is: """
        # fails     ok iterations movement  kinetic edge length cv time µs tick µs
        - ----- ------ ---------- -------- -------- -------------- ------- -------
        1 true  2 of 3        300    1.235 0.001000         0.5880    6.00    2.00
        2 false 3 of 3        300    1.235 0.001000         0.5880    6.00    2.00

        1 of 6 trials did not end well; see trials.csv.
        Medians of 3 trials per configuration.
        Results: FOLDER
        """)
  }

  @Test func aSingleTrialNeedsNoMedian() throws {
    let report = try CountingStudy.report("size: 1000\n")
    expect(
      report.text(repeats: 1).replacing(report.folder, with: "FOLDER"),
      is: """
        # iterations movement kinetic edge length cv time ms tick ms
        - ---------- -------- ------- -------------- ------- -------
        1        300     1235       1         0.5880    6.00    2.00

        Results: FOLDER
        """)
  }
}

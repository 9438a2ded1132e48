import Testing

@testable import ForceLabReports

@Suite struct SummaryTableTests {
  private static let sweep = """
    repeat: 3
    sweep:
      grid:
        method: [exact, grid]
        size: [1, 200]

    """

  @Test func mediansWithShortHeadings() throws {
    let run = try CountingStudy.run(Self.sweep)
    expect(
      run.summaryTable().text(),
      is: """
        # method size iterations movement kinetic edge length cv time µs tick µs
        - ------ ---- ---------- -------- ------- -------------- ------- -------
        1 exact     1        300     1.23 0.00100         0.5880     6.0     2.0
        2 exact   200        300   246.91 0.20000         0.5880  1200.0   400.0
        3 grid      1        300     1.23 0.00100         0.5880     6.0     2.0
        4 grid    200        300   246.91 0.20000         0.5880  1200.0   400.0
        """)
  }

  @Test func columnsThatDoNotFitAreNamed() throws {
    let run = try CountingStudy.run(Self.sweep)
    expect(
      run.summaryTable().text(width: 40),
      is: """
        # method size movement time µs tick µs
        - ------ ---- -------- ------- -------
        1 exact     1     1.23     6.0     2.0
        2 exact   200   246.91  1200.0   400.0
        3 grid      1     1.23     6.0     2.0
        4 grid    200   246.91  1200.0   400.0
        The same in every row: iterations 300,
        edge length cv 0.5880.
        Not shown, because the table is too
        wide: kinetic; see summary.csv.
        """)
  }

  @Test func showsTheNumberOfSuccessfulTrialsIfSomeFailed() throws {
    let run = try CountingStudy.run("repeat: 3\nsweep: {grid: {fails: [true, false]}}\n")
    expect(
      run.summaryTable().text(),
      is: """
        # fails     ok iterations movement  kinetic edge length cv time µs tick µs
        - ----- ------ ---------- -------- -------- -------------- ------- -------
        1 true  2 of 3        300    1.235 0.001000         0.5880    6.00    2.00
        2 false 3 of 3        300    1.235 0.001000         0.5880    6.00    2.00
        """)
    let status = RunStatus(run)
    #expect(status.done == 6 && status.failures.map(\.message) == ["as told"])
  }

  @Test func unitsSuitTheTimes() throws {
    let run = try CountingStudy.run("size: 1000\n")
    expect(
      run.summaryTable().text(),
      is: """
        # iterations movement kinetic edge length cv time ms tick ms
        - ---------- -------- ------- -------------- ------- -------
        1        300     1235       1         0.5880    6.00    2.00
        """)
  }
}

import ForceLabReports
import Testing
import ForceLabWorkbench

@Suite struct PlanTableTests {
  @Test func allConfigurationsOnceThenAllAgain() throws {
    let plan = try CountingStudy.plan(
      "seed: 42\nrepeat: 2\nsweep: {grid: {size: [1, 20], fails: [false]}}\n")
    expect(
      plan.table.text(),
      is: """
        trial configuration repeat             seed size fails
        ----- ------------- ------ ---------------- ---- -----
            1             1      1 1817845137633527    1 false
            2             2      1 1817845137633527   20 false
            3             1      2 1180486470659154    1 false
            4             2      2 1180486470659154   20 false
        """)
    #expect(plan.countText == "4 trials: 2 configurations × 2 repeats")
    #expect(plan.table.text(width: 40).hasSuffix("because the table is too\nwide: seed."))
  }

  @Test func oneTrialIsSingular() throws {
    let plan = try CountingStudy.plan("")
    #expect(plan.countText == "1 trial: 1 configuration × 1 repeat")
    #expect(plan.title == "counted")
    #expect(try CountingStudy.plan("summary: So it is.\n").title == "counted: So it is.")
  }

  @Test func reportsExcludedCombinations() throws {
    let plan = try CountingStudy.plan(
      """
      sweep:
        grid: {size: [1, 2, 3, 4]}
        exclude:
          - {where: {size: {above: 2.5}}, because: too great}
          - {where: {size: 1}, because: too small}

      """)
    expect(
      plan.countText,
      is: """
        1 trial: 1 configuration × 1 repeat
        excluded: 1, because: too small
        excluded: 2, because: too great
        """)
  }
}

import ForceLabTestSupport
import Testing

@Suite struct PlanTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  @Test func printsTheTrialsAndRunsNothing() throws {
    try place.write(Example.swept, to: "swept.yaml")
    let plan = try place.forcelab("plan", "swept.yaml", "--repeat", "2", "--seed", "42")
    #expect(plan.status == 0)
    #expect(
      plan.error.hasPrefix(
        "--repeat 2: note: nothing in this plan is random: 2 repeats give 2 copies of each layout, "
          + "unless nodes coincide; "
      ))
    #expect(
      plan.output
        == """
        trial configuration repeat             seed repulsion
        ----- ------------- ------ ---------------- ----------------------
            1             1      1 1817845137633527 exact
            2             2      1 1817845137633527 kd-tree {theta: 0.5}
            3             1      2 1180486470659154 exact
            4             2      2 1180486470659154 kd-tree {theta: 0.5}

        4 trials: 2 configurations × 2 repeats

        """.replacing("----------------------\n", with: "--------------------\n"))
    #expect(try place.names() == ["swept.yaml"])
  }

  @Test func reportsExcludedCombinations() throws {
    try place.write(Example.rich, to: "rich.yaml")
    let plan = try place.forcelab("plan", "rich.yaml")
    #expect(plan.status == 0)
    #expect(
      plan.output.hasSuffix(
        """

        32 trials: 16 configurations × 2 repeats
        excluded: 2, because: shown elsewhere

        """))
  }

  @Test func aWideTableFitsANarrowTerminal() throws {
    try place.write(Example.rich, to: "rich.yaml")
    let plan = try place.forcelab(["plan", "rich.yaml"], columns: 60)
    #expect(plan.status == 0)
    #expect(try #require(plan.outputLines.map(\.count).max()) <= 60)
    #expect(plan.output.contains("because the table is too wide: seed"))
  }
}

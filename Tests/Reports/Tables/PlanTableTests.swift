import ForceLabWorkbench
import Testing

@testable import ForceLabReports

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
    let warm = try CountingStudy.plan("repeat: 2\nwarm-up: 1\n")
    #expect(warm.countText == "3 trials: 1 configuration × 2 repeats + 1 warm-up trial")
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

@Suite struct SettingTests {
  @Test(arguments: [
    ("exact", "exact"), ("-30", "-30"), ("", ""), ("[a, b]", "[a, b]"),
    ("{kd-tree: {theta: 0.9}}", "kd-tree {theta: 0.9}"),
    ("{mesh: {rows: 3, columns: 4}}", "mesh {rows: 3, columns: 4}"),
    ("{exact: null}", "exact"),
    ("{movement: 0.3}", "{movement: 0.3}"),
    ("{iterations: 3, movement: 0.3}", "{iterations: 3, movement: 0.3}"),
    (
      "[{many-body: {strength: -5}}, {link: {length: 1}}, center]",
      "[many-body {strength: -5}, link {length: 1}, center]"
    ),
    ("{broken", "{broken"),
  ])
  func pluginsLoseTheirBraces(setting: String, text: String) {
    #expect(compact(setting) == text)
  }

  @Test func longNumbersAreShortButDifferent() {
    func shown(_ texts: [String]) -> [String] {
      SettingColumns(["strength"], texts.map { [$0] }).rows.map { $0[0] }
    }
    #expect(
      shown(["-66.8421052631579", "-3", "0.00012345678901"]) == ["-66.84", "-3", "0.0001235"])
    #expect(shown(["1.00000001", "1.00000002", "1.5"]) == ["1.00000001", "1.00000002", "1.5"])
    #expect(shown(["12345678901", "12345.678901"]) == ["12345678901", "12346"])
    #expect(shown(["verylongname", "1.23456789012"]) == ["verylongname", "1.23456789012"])
  }

  @Test func shortNamesAreUnique() {
    #expect(shortNames(of: ["a.b.c", "d", "a.d.c"], from: 2) == ["b.c", "d", "d.c"])
    #expect(shortNames(of: []) == [])
    #expect(shortNames(of: ["forces.many-body.strength"]) == ["strength"])
    #expect(
      shortNames(of: ["forces.many-body.strength", "forces.radial.strength", "repulsion"])
        == ["many-body.strength", "radial.strength", "repulsion"])
    #expect(
      shortNames(of: ["forces.0.link.length", "forces.1.link.length"])
        == ["0.link.length", "1.link.length"])
    #expect(shortNames(of: ["length", "link.length"]) == ["length", "link.length"])
  }
}

@Suite struct ReadableTests {
  @Test(
    arguments: [
      (0, "0"), (3, "3"), (-254, "-254"), (9_999_999, "9999999"), (12_345_678, "1.235e+07"),
      (0.012_344_9, "0.01234"), (0.588, "0.5880"), (-0.5, "-0.5000"), (1234.56, "1235"),
      (144.06, "144.1"), (1e-9, "1.000e-09"), (12_345.6, "12346"), (-12_345_678.9, "-1.235e+07"),
      (.infinity, ".inf"),
      (-.infinity, "-.inf"), (.nan, ".nan"), (.leastNonzeroMagnitude, "4.941e-324"),
    ] as [(Double, String)])
  func numbers(value: Double, text: String) {
    #expect(readable(value) == text)
  }

  @Test(
    arguments: [
      (0, "0 s"), (1.5e-9, "1.5 ns"), (1.234e-6, "1.23 µs"), (9.999e-7, "1 µs"),
      (0.0123, "12.3 ms"),
      (0.9999, "1 s"), (4.5649, "4.56 s"), (59.4, "59.4 s"), (99.4, "99.4 s"), (99.6, "1 min 40 s"),
      (125, "2 min 5 s"), (3599, "59 min 59 s"), (3599.7, "1 h 0 min"), (11_220, "3 h 7 min"),
      (.infinity, ".inf s"), (1e300, "1.000e+300 s"),
    ] as [(Double, String)])
  func times(seconds: Double, text: String) {
    #expect(readable(seconds: seconds) == text)
  }
}

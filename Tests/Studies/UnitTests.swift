import ForceLabPlugins
import ForceLabTestSupport
import Testing

/// Units behind numbers in experiments.
@Suite struct UnitTests {
  @Test(arguments: [
    ("timeout: 90s", "timeout: 90"), ("timeout: 250 ms", "timeout: 0.25"),
    ("timeout: 2min", "timeout: 120"), ("timeout: 9ms", "timeout: 0.009"),
    ("time-budget: 100ms", "time-budget: 0.1"),
    ("forces: [{link: {length: 30px}}]", "forces: [{link: {length: 30}}]"),
    (
      "forces: [{link: {length: weight, strength: 0.1/tick}}]",
      "forces: [{link: {length: weight, strength: 0.1}}]"
    ),
    (
      "forces: [{center-spring: {center: [1px, -2.5 px]}}]",
      "forces: [{center-spring: {center: [1, -2.5]}}]"
    ),
    ("stop: {iterations: 40 ticks}", "stop: {iterations: 40}"),
    (
      "preset: {fruchterman-reingold: {length: 1e1px}}",
      "preset: {fruchterman-reingold: {length: 10}}"
    ),
    (
      "sweep: {grid: {forces.link.length: [10px, 20]}}",
      "sweep: {grid: {forces.link.length: [10, 20]}}"
    ),
    (
      "sweep: {grid: {forces.link.length: {from: 10px, to: 2e1px, count: 3}}}",
      "sweep: {grid: {forces.link.length: {from: 10, to: 20, count: 3}}}"
    ),
    (
      "tune: {minimize: [stress], over: {forces.link.length: {from: 1px, to: 9px}}}",
      "tune: {minimize: [stress], over: {forces.link.length: {from: 1, to: 9}}}"
    ),
    ("variants: {a: {forces.link.length: 10px}}", "variants: {a: {forces.link.length: 10}}"),
    (
      "sweep:\n  grid: {forces.link.length: [10px, 20px]}\n  exclude: [{where: {forces.link.length: {above: 15 px}}, because: x}]",
      "sweep:\n  grid: {forces.link.length: [10, 20]}\n  exclude: [{where: {forces.link.length: {above: 15}}, because: x}]"
    ),
  ])
  func aUnitMayFollowANumber(_ written: String, _ plain: String) throws {
    let (plan, other) = try (plan(written), plan(plain))
    #expect(plan.document.flowText == other.document.flowText)
    #expect(plan.configurations.map(\.settings) == other.configurations.map(\.settings))
    #expect(
      plan.configurations.map { $0.study.encoded().flowText }
        == other.configurations.map { $0.study.encoded().flowText })
  }

  @Test func numbersWithUnitsAreRoundedCorrectly() {
    #expect(Units.number(in: "9ms", of: "s") == 0.009)
    #expect(Units.number(in: "13°", of: "rad") == 0.22689280275926285)
  }

  @Test(arguments: [
    (
      "timeout: 60px",
      "e.yaml:2:10: error: 'timeout' must be in s, found '60px'; write a number of s"
    ),
    (
      "forces: [{link: {length: 30s}}]",
      "e.yaml:2:26: error: 'length' must be in px, found '30s'; write a number of px"
    ),
    ("stop: {iterations: 30px}", "e.yaml:2:20: error: 'iterations' must be in ticks, found '30px'"),
    ("repeat: 3s", "e.yaml:2:9: error: 'repeat' has no unit, found '3s'; write the number alone"),
    ("repeat: 1_000", "e.yaml:2:9: error: 'repeat' must be a whole number"),
    (
      "timeout: 60 lightyears",
      "e.yaml:2:10: error: 'timeout' must be in s, found '60 lightyears'; write a number of s"
    ),
    ("timeout: -1s", "e.yaml:2:10: error: 'timeout' is -1, outside its range: more than 0"),
    (
      "sweep: {grid: {forces.link.length: [1s]}}",
      "e.yaml:2:37: error: 'length' must be in px, found '1s'"
    ),
  ])
  func aWrongUnitIsAnErrorWithTheRightOne(_ yaml: String, _ problem: String) throws {
    let problems = try problems(yaml)
    #expect(problems.count == 1 && problems[0].hasPrefix(problem), "\(problems)")
  }
}

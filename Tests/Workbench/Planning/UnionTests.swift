import ForceLabWorkbench
import Testing

/// A list of sweeps.
@Suite struct UnionTests {
  @Test func theCombinationsFollowEachOther() throws {
    let plan = try plan(
      """
      sweep:
        - grid: {word: [a, b]}
        - grid: {whole: [2, 3]}
          zip: {value: [7]}
      """)
    #expect(plan.paths == ["word", "whole", "value"])
    #expect(
      plan.configurations.map(\.settings) == [
        ["a", "", ""], ["b", "", ""], ["", "2", "7"], ["", "3", "7"],
      ])
  }

  @Test func keysThatASweepLacksAreThoseOfTheFile() throws {
    let plan = try plan("word: z\nsweep:\n  - grid: {word: [a]}\n  - grid: {whole: [2]}")
    #expect(plan.settings == ["a ", "z 2"])
  }

  @Test func commonCombinationsAreKeptOnce() throws {
    let plan = try plan(
      """
      sweep:
        - grid: {word: [a, b], whole: [1]}
        - grid: {whole: [1], word: [b, c]}
      """)
    #expect(plan.settings == ["a 1", "b 1", "c 1"])
  }

  @Test func aValueOfTheFileEqualsTheSameValueOfASweep() throws {
    let plan = try plan(
      """
      word: b
      variants: {x: {}, y: {}}
      sweep:
        - grid: {value: [1, 2]}
        - grid: {word: [a, b], value: [2.0]}
      """)
    let settings = ["x 1 b", "x 2 b", "y 1 b", "y 2 b", "x 2.0 a", "y 2.0 a"]
    #expect(plan.settings == settings)
    #expect(plan.configurations.map(\.number) == Array(1...6))
  }

  @Test func valuesThatAPartOfThemOverridesAreEqual() throws {
    let sweep = "sweep: {grid: {tool: [{saw: {teeth: 1}}, {saw: {teeth: 2}}], tool.saw.teeth: [5]}}"
    #expect(try plan(sweep).configurations.count == 1)
  }

  /// Without the setting that has an error, it would be the first combination again.
  @Test func anImpossibleCombinationIsNotTheOneWithoutIt() throws {
    let sweep = "sweep: [{grid: {tool: [hammer]}}, {grid: {tool: [hammer], tool.saw.teeth: [5]}}]"
    #expect(throws: InvalidExperiment.self) { try plan(sweep) }
  }

  @Test func aSweepMayContainWhatAnotherExcludes() throws {
    let plan = try plan(
      """
      sweep:
        - grid: {word: [a, b]}
          exclude: [{where: {word: b}, because: it comes later}]
        - grid: {word: [b]}
      """)
    #expect(plan.settings == ["a", "b"])
  }
}

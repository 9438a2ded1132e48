import Testing

@Suite struct ExclusionTests {
  /// What is left of words a, b, c times numbers 1, 2, 3 when `condition` is excluded.
  private func kept(_ condition: String) throws -> [String] {
    try plan(
      """
      sweep:
        grid: {word: [a, b, c], value: [1, 2, 3]}
        exclude: [{where: \(condition), because: so}]
      """
    ).settings
  }

  @Test func aValueExcludesWhatEqualsIt() throws {
    #expect(try kept("{word: b}") == ["a 1", "a 2", "a 3", "c 1", "c 2", "c 3"])
    #expect(try kept("{value: 2.0}") == ["a 1", "a 3", "b 1", "b 3", "c 1", "c 3"])
  }

  @Test func aListExcludesAnyOfItsValues() throws {
    #expect(try kept("{word: [a, c], value: [1, 3]}") == ["a 2", "b 1", "b 2", "b 3", "c 2"])
  }

  @Test func numbersAreExcludedBelowAndAbove() throws {
    #expect(try kept("{value: {below: 3}}") == ["a 3", "b 3", "c 3"])
    #expect(try kept("{value: {above: 1}}") == ["a 1", "b 1", "c 1"])
    #expect(try kept("{value: {above: 1, below: 3}}").count == 6)
    #expect(try kept("{value: {above: 3}}").count == 9)
  }

  @Test func allConditionsMustHold() throws {
    #expect(try kept("{word: b, value: {above: 1}}").count == 7)
  }

  @Test func conditionsMatchPluginsByNameOrParameters() throws {
    let grid = "sweep:\n  grid: {tool: [hammer, saw, {saw: {teeth: 5}}]}\n  exclude:\n"
    let rule = { (condition: String) in "    - {where: {\(condition)}, because: so}" }
    #expect(try plan(grid + rule("tool: saw")).settings == ["hammer"])
    #expect(
      try plan(grid + rule("tool: {saw: {teeth: 5}}")).settings == ["hammer", "saw"])
    #expect(try plan(grid + rule("tool.saw.teeth: {below: 6}")).settings == ["hammer", "saw"])
  }

  @Test func conditionsApplyToKeysThatAreNotSwept() throws {
    let yaml = "word: a\nsweep:\n  grid: {value: [1, 2]}\n  exclude:\n"
    #expect(
      try plan(yaml + "    - {where: {word: a, value: 2}, because: so}").settings == ["1"])
    #expect(
      try plan(yaml + "    - {where: {word: z, value: 2}, because: so}").settings == ["1", "2"])
  }

  @Test func reasonsAreReported() throws {
    let plan = try plan(
      """
      sweep:
        grid: {word: [a, b, c], value: [1, 2, 3]}
        exclude:
          - {where: {word: b}, because: shown elsewhere}
          - {where: {value: {above: 2}}, because: too far}
          - {where: {value: 99}, because: never}
      """)
    #expect(plan.settings == ["a 1", "a 2", "c 1", "c 2"])
    #expect(plan.excluded.map(\.because) == ["too far", "shown elsewhere"])
    #expect(plan.excluded.map(\.count) == [2, 3])
    #expect(plan.configurations.map(\.number) == [1, 2, 3, 4])
    #expect(
      plan.notes.map(\.message) == ["this exclusion excludes no combination; check its values"])
  }

  @Test func impossibleCombinationsMayBeExcluded() throws {
    let plan = try plan(
      """
      sweep:
        grid: {tool: [hammer, saw], tool.saw.teeth: [5, 6]}
        exclude: [{where: {tool: hammer}, because: a hammer has no teeth}]
      """)
    #expect(plan.benches.map { ($0.tool as? Saw)?.teeth } == [5, 6])
    #expect(plan.excluded.map(\.count) == [2])
  }
}

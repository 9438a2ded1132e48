import Testing

/// What the paths of a sweep may name.
@Suite struct PathTests {
  private let steps = "steps: [cut, glue, {cut: {depth: 5}}]\n"

  @Test func aParameterOfAPluginThatTheFileNames() throws {
    let plan = try plan("tool: {saw: {length: 3}}\nsweep: {grid: {tool.saw.teeth: [5, 6]}}")
    #expect(plan.benches.compactMap { ($0.tool as? Saw)?.teeth } == [5, 6])
    #expect(plan.benches.compactMap { ($0.tool as? Saw)?.length } == [3, 3])
  }

  @Test(arguments: ["tool: saw", "tool: {saw: }", "tool: {saw: {}}", "tool:\n  saw:"])
  func aParameterOfAPluginNamedAlone(tool: String) throws {
    let plan = try plan("\(tool)\nsweep: {grid: {tool.saw.teeth: [5, 6]}}")
    #expect(plan.benches.compactMap { ($0.tool as? Saw)?.teeth } == [5, 6])
  }

  @Test func aParameterOfAPluginThatTheFileDoesNotMention() throws {
    let plan = try plan("sweep: {grid: {tool.saw.teeth: [5, 6]}}")
    #expect(plan.benches.compactMap { ($0.tool as? Saw)?.teeth } == [5, 6])
  }

  @Test func anItemOfAListByItsNumber() throws {
    let plan = try plan(
      steps + "sweep: {grid: {steps.2.cut.depth: [7], steps.0.cut.depth: [1, 2]}}")
    let depths = plan.benches.map { $0.steps.compactMap { ($0 as? Cut)?.depth } }
    #expect(depths == [[1, 7], [2, 7]])
    #expect(plan.paths == ["steps.2.cut.depth", "steps.0.cut.depth"])
  }

  @Test func anItemOfAListByItsName() throws {
    let plan = try plan("steps: [glue, cut]\nsweep: {grid: {steps.cut.depth: [7, 8]}}")
    #expect(plan.benches.map { $0.steps.compactMap { ($0 as? Cut)?.depth } } == [[7], [8]])
  }

  @Test func aWholeItemOfAList() throws {
    let plan = try plan(steps + "sweep: {grid: {steps.1: [glue, {cut: {depth: 3}}]}}")
    #expect(plan.benches.map { ($0.steps[1] as? Cut)?.depth } == [nil, 3])
    #expect(plan.settings == ["glue", "{cut: {depth: 3}}"])
  }
}

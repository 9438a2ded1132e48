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

  @Test(arguments: [
    ("valu", "no path 'valu': the experiment has no 'valu'; did you mean 'value'?"),
    (
      "tool.saw.teth",
      "no path 'tool.saw.teth': 'tool.saw' has no 'teth'; did you mean 'teeth'?"
    ),
    ("tool.axe.weight", "no path 'tool.axe.weight': 'tool' has no 'axe'; valid keys: hammer, saw"),
    ("tool.weight", "no path 'tool.weight': 'tool' has no 'weight'; valid keys: hammer, saw"),
    ("value.x", "no path 'value.x': 'value' has no 'x'"),
    ("tool.saw.teeth.x", "no path 'tool.saw.teeth.x': 'tool.saw.teeth' has no 'x'"),
    ("steps.glue.x", "no path 'steps.glue.x': 'steps.glue' has no 'x'"),
    ("steps.kut.depth", "no path 'steps.kut.depth': 'steps' has no 'kut'; did you mean 'cut'?"),
    ("steps.0.saw", "no path 'steps.0.saw': 'steps.0' has no 'saw'; valid keys: cut, glue"),
    ("'tool..teeth'", "no path 'tool..teeth': 'tool' has no ''; valid keys: hammer, saw"),
    ("seed", "'seed' belongs to the whole experiment and cannot vary"),
    ("repeat", "'repeat' belongs to the whole experiment and cannot vary"),
    ("sweep.grid", "'sweep' belongs to the whole experiment and cannot vary"),
    (
      "steps.cut.depth",
      "'steps.cut.depth' is ambiguous: 2 items match; add a number from 0, as in "
        + "'steps.0.cut.depth'"
    ),
    ("steps.9.cut.depth", "cannot set 'steps.9.cut.depth': the list has 3 items, numbered from 0"),
    (
      "steps.1.cut.depth",
      "cannot set 'steps.1.cut.depth' where 'steps.1' is 'glue'; exclude that combination, "
        + "or write two sweeps"
    ),
    (
      "tool.hammer.weight",
      "cannot set 'tool.hammer.weight' where 'tool' is 'saw'; exclude that combination, "
        + "or write two sweeps"
    ),
  ])
  func invalidPathsAreReportedWithPlacesAndHints(path: String, expected: String) throws {
    let problems = try problems(steps + "tool: saw\nsweep:\n  grid:\n    \(path): [1]")
    #expect(problems == ["e.yaml:7:5: error: " + expected])
  }

  @Test func aNameMissingFromTheListIsReported() throws {
    #expect(
      try problems("steps: [glue]\nsweep: {grid: {steps.cut.depth: [1]}}") == [
        "e.yaml:4:16: error: cannot set 'steps.cut.depth': the file has no 'cut' in this list; it has glue"
      ])
  }

  @Test func itemsOfAMissingListCannotBeSet() throws {
    let expected =
      "cannot set 'steps.cut.depth': the file has no 'steps'; add it, as in "
      + "'steps: [cut]'"
    #expect(
      try problems("sweep: {grid: {steps.cut.depth: [1]}}") == ["e.yaml:3:16: error: " + expected])
    let option = "steps.cut.depth=1"
    #expect(try problems("", set: [option]) == ["--set \(option): error: " + expected])
  }

  @Test func aPathSweptTwiceIsReportedOnce() throws {
    #expect(
      try problems("sweep: {grid: {word: [a], value: [1]}, zip: {word: [b]}}") == [
        "e.yaml:3:46: error: 'word' is swept twice; remove one of them"
      ])
  }

  @Test func everyValueIsChecked() throws {
    #expect(
      try problems("sweep:\n  grid:\n    whole: [1, 11, x]\n    tool: [saw, axe]") == [
        "e.yaml:5:16: error: 'whole' is 11, outside its range: 0 to 10",
        "e.yaml:5:20: error: 'whole' must be a whole number, found the text 'x'",
        "e.yaml:6:17: error: unknown tool 'axe'; valid values: hammer, saw",
      ])
  }
}

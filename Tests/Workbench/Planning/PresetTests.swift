import ForceLabWorkbench
import Testing

/// Several keys by one name.
@Suite struct PresetTests {
  private func depths(_ plan: Plan) -> [[Double]] {
    plan.benches.map { $0.steps.compactMap { ($0 as? Cut)?.depth } }
  }

  @Test func presetsSetTheirKeys() throws {
    let plan = try plan("preset: carpentry")
    #expect(plan.benches.map(\.tool.name) == ["saw"] && depths(plan) == [[2]])
    #expect(plan.document.flowText == "{name: test, study: bench, preset: carpentry}")
  }

  @Test func nullIsNoPreset() throws {
    #expect(try depths(plan("preset: null")) == [[]])
  }

  @Test func presetsHaveParameters() throws {
    #expect(try depths(plan("preset: {carpentry: {depth: 7}}")) == [[7]])
  }

  @Test func explicitKeysOverridePresets() throws {
    let plan = try plan("tool: {hammer: {weight: 9}}\npreset: carpentry")
    #expect(plan.benches.map(\.tool.name) == ["hammer"] && depths(plan) == [[2]])
  }

  @Test func pathsIntoPresetsAreSweptAndSet() throws {
    let swept = try plan("preset: carpentry\nsweep: {grid: {steps.cut.depth: [3, 4]}}")
    #expect(depths(swept) == [[3], [4]])
    #expect(swept.benches.map(\.tool.name) == ["saw", "saw"])
    let set = try plan("preset: carpentry", set: ["steps.cut.depth=5", "tool.saw.teeth=6"])
    #expect(depths(set) == [[5]])
    #expect(set.benches.compactMap { ($0.tool as? Saw)?.teeth } == [6])
  }

  @Test func presetsAreSetBeforeOtherOverrides() throws {
    let plan = try plan(set: ["steps.cut.depth=5", "preset=carpentry"])
    #expect(depths(plan) == [[5]] && plan.benches.map(\.tool.name) == ["saw"])
  }

  @Test func presetsAreSwept() throws {
    let whole = try plan(
      "sweep: {grid: {preset: [carpentry, carpentry: {depth: 3}], word: [a, b]}}")
    #expect(depths(whole) == [[2], [2], [3], [3]] && whole.paths == ["preset", "word"])
    let parameter = try plan("sweep: {grid: {preset.carpentry.depth: [4, 5]}}")
    #expect(depths(parameter) == [[4], [5]])
  }

  @Test func presetsArePartsOfVariants() throws {
    let yaml = "variants: {plain: {word: b}, made: {preset: carpentry, steps.cut.depth: 8}}"
    let plan = try plan(yaml, set: ["tool.saw.teeth=6"])
    #expect(plan.benches.map(\.tool.name) == ["saw", "saw"] && depths(plan) == [[], [8]])
    #expect(plan.benches.compactMap { ($0.tool as? Saw)?.teeth } == [6, 6])
  }

  @Test func notesKeysAtTheTopThatOverrideAPresetOfAVariant() throws {
    let plan = try plan("tool: hammer\nvariants: {made: {preset: carpentry}}")
    #expect(plan.benches.map(\.tool.name) == ["hammer"])
    #expect(
      plan.notes.map(\.description) == [
        "e.yaml:4:19: note: the values of 'tool' at the top of the file apply, not those of the "
          + "preset 'carpentry'"
      ])
  }

  @Test func aPathIntoASweptPresetIsSetInEachConfiguration() throws {
    let plan = try plan(
      "sweep: {grid: {preset: [carpentry, carpentry: {depth: 5}]}}", set: ["steps.cut.depth=3"])
    #expect(depths(plan) == [[3], [3]])
  }
}

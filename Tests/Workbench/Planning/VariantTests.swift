import Testing
import ForceLabWorkbench

/// Named configurations.
@Suite struct VariantTests {
  private let variants = """
    variants:
      coarse: {tool: {saw: {teeth: 5}}, word: rough}
      fine: {tool.saw.teeth: 50}

    """

  @Test func eachVariantSetsItsPaths() throws {
    let plan = try plan(variants)
    #expect(plan.paths == ["variant"] && plan.settings == ["coarse", "fine"])
    #expect(plan.benches.compactMap { ($0.tool as? Saw)?.teeth } == [5, 50])
    #expect(plan.benches.map(\.word) == ["rough", "a"])
  }

  @Test func anEmptyVariantIsTheFileAsItIs() throws {
    let plan = try plan("variants: {base: {}, other: {value: 7}}\nvalue: 2")
    #expect(plan.settings == ["base", "other"])
    #expect(plan.benches.map(\.value) == [2, 7])
  }

  @Test func variantsAreCrossedWithTheGridAndVarySlowest() throws {
    let plan = try plan(variants + "sweep: {grid: {value: [1, 2]}}")
    #expect(plan.paths == ["variant", "value"])
    #expect(plan.settings == ["coarse 1", "coarse 2", "fine 1", "fine 2"])
    #expect(plan.benches.map(\.value) == [1, 2, 1, 2])
  }

  @Test func aSweepMaySetParametersOfAVariantsPlugin() throws {
    let plan = try plan(
      "variants: {saw: {tool: saw}, long: {tool: {saw: {length: 9}}}}\n"
        + "sweep: {grid: {tool.saw.teeth: [3, 4]}}")
    #expect(plan.benches.compactMap { ($0.tool as? Saw)?.teeth } == [3, 4, 3, 4])
    #expect(plan.benches.compactMap { ($0.tool as? Saw)?.length } == [1, 1, 9, 9])
  }

  @Test func eachSweepOfAListMayHaveItsOwn() throws {
    let plan = try plan("sweep: [{variants: {a: {value: 3}}}, {grid: {value: [4, 5]}}]")
    #expect(plan.paths == ["variant", "value"])
    #expect(plan.settings == ["a 3", " 4", " 5"])
  }

  @Test func conditionsNameVariants() throws {
    let sweep =
      "sweep: {grid: {value: [1, 2]}, exclude: [{where: {variant: fine, value: 2}, because: x}]}\n"
    let limit =
      "limits: [{name: a, figure: {column: score, where: {variant: [coarse]}}, at-most: 3}]"
    let plan = try plan(variants + sweep + limit)
    #expect(plan.settings == ["coarse 1", "coarse 2", "fine 1"])
    #expect(plan.excluded.map(\.count) == [1])
  }

  @Test func aSweepMayOnlyExclude() throws {
    let sweep = "sweep: {exclude: [{where: {variant: fine}, because: x}]}"
    #expect(try plan(variants + sweep).settings == ["coarse"])
  }

  @Test func chartsNameVariants() throws {
    _ = try plan(
      variants + "sweep: {grid: {value: [1, 2]}}\nchart: [{x: value, y: score, color: variant}]")
  }

  @Test func overridesApplyToPluginsThatVariantsSet() throws {
    let plan = try plan(
      "variants: {saw: {tool: saw}, long: {tool: {saw: {length: 9}}}}",
      set: ["tool.saw.teeth=7", "tool.saw.teeth=8", "word=b"])
    #expect(plan.benches.compactMap { ($0.tool as? Saw)?.teeth } == [8, 8])
    #expect(plan.benches.map(\.word) == ["b", "b"])
    #expect(
      plan.document.flowText
        == "{name: test, study: bench, variants: {saw: {tool: saw}, "
        + "long: {tool: {saw: {length: 9}}}}, set: {tool.saw.teeth: 8, word: b}}")
  }

  @Test func overridesSetPathsOfOneVariant() throws {
    let plan = try plan(
      variants, set: ["variants.fine.tool.saw.teeth=60", "variants.coarse.tool.saw.length=4"])
    #expect(plan.benches.compactMap { ($0.tool as? Saw)?.teeth } == [5, 60])
    #expect(plan.benches.compactMap { ($0.tool as? Saw)?.length } == [4, 1])
  }
}

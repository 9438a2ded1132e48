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

  @Test func chartsNameVariants() throws {
    _ = try plan(
      variants + "sweep: {grid: {value: [1, 2]}}\nchart: [{x: value, y: score, color: variant}]")
    #expect(
      try problems(variants + "chart: [{x: variant, y: score}]") == [
        "e.yaml:6:13: error: 'variant' has the value 'coarse', which is not a number; use it as "
          + "color or facet"
      ])
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

  @Test func anOverrideOfWhatAVariantSetsIsRefused() throws {
    #expect(
      try problems(variants, set: ["word=b"]) == [
        "--set word=b: error: 'word' is set by the variant 'coarse'; for one variant alone, use "
          + "--set 'variants.coarse.word=…'"
      ])
  }

  @Test(arguments: [
    (
      "variants: {}",
      "3:11: error: 'variants' must be a mapping of names to parameters, such as "
        + "{weak: {forces.many-body.strength: -10}}; found an empty mapping"
    ),
    (
      "variants:\n  a:\n",
      "4:3: error: the variant 'a' must be a mapping of paths to values, such as "
        + "{forces.many-body.strength: -10}, or {} for the file as it is; found nothing"
    ),
    (
      "variants: {1a: {value: 3}}",
      "3:12: error: invalid name '1a' of a variant; begin with a letter, and use letters, digits, - "
        + "and _ only"
    ),
    (
      "variants: {a b: {value: 3}}",
      "3:12: error: invalid name 'a b' of a variant; begin with a letter, and use letters, digits, "
        + "- and _ only"
    ),
    (
      "variants: {a: {value: 3}, a: {value: 4}}",
      "3:27: error: duplicate key 'a', first used at line 3, column 12; remove or rename one of them"
    ),
    (
      "sweep: [{variants: {a: {value: 3}}}, {variants: {a: {value: 4}}}]",
      "3:50: error: there are two variants 'a'; rename one of them"
    ),
    (
      "variants: {a: {valeu: 3}}",
      "3:16: error: no path 'valeu': the experiment has no 'valeu'; did you mean 'value'?"
    ),
    (
      "variants: {a: {repeat: 3}}",
      "3:16: error: 'repeat' belongs to the whole experiment and cannot vary"
    ),
    (
      "variants: {a: {value: 3}}\nsweep: {grid: {value: [1]}}",
      "3:16: error: 'value' is swept, too; remove it from the variant or from the sweep"
    ),
    (
      "variants: {a: {value: 3}}\nsweep: {variants: {b: {value: 3}}}",
      "3:11: error: 'variants' is both at the top and in a sweep; keep one of them"
    ),
    (
      "variants: {alpha: {value: 3}}\n"
        + "limits: [{name: a, figure: {column: score, where: {variant: alpah}}, at-most: 3}]",
      "4:61: error: unknown variant 'alpah'; did you mean 'alpha'?"
    ),
    (
      "variants: {a: {steps.cut.depth: 3}}",
      "3:16: error: variant 'a': cannot set 'steps.cut.depth': the file has no 'steps'; add it, as "
        + "in 'steps: [cut]'"
    ),
  ])
  func errorsInVariantsHavePlaces(yaml: String, expected: String) throws {
    do {
      #expect(try problems(yaml) == ["e.yaml:\(expected)"])
    } catch {
      #expect("\(error)" == "e.yaml:\(expected)")
    }
  }
}

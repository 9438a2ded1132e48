import ForceLabTestSupport
import Testing
@testable import ForceLabWorkbench
import ForceLabSettings

/// `--set path=value`.
@Suite struct OverrideTests {
  @Test func setsExistingKeys() throws {
    let plan = try plan("value: 3", set: ["value=4", "word=x=y"])
    #expect(plan.benches.map(\.value) == [4] && plan.benches.map(\.word) == ["x=y"])
  }

  @Test func setsMissingKeys() throws {
    let plan = try plan(set: ["tool.saw.teeth=7", "repeat=3", "seed=9"])
    #expect(plan.benches.compactMap { ($0.tool as? Saw)?.teeth } == [7])
    #expect(plan.experiment.repeats == 3 && plan.experiment.seed == 9)
  }

  @Test func setsItemsOfLists() throws {
    let plan = try plan("steps: [cut, glue, cut]", set: ["steps.2.cut.depth=7", "steps.1=cut"])
    #expect(plan.benches[0].steps.compactMap { ($0 as? Cut)?.depth } == [1, 1, 7])
  }

  @Test func valuesAreYAML() throws {
    let plan = try plan(set: ["steps=[glue, cut: {depth: 2}]", "tool={saw: {teeth: 3}}"])
    #expect(plan.benches[0].steps.map(\.name) == ["glue", "cut"])
    #expect((plan.benches[0].tool as? Saw)?.teeth == 3)
  }

  @Test func theLastOverrideOfAPathCounts() throws {
    #expect(try plan(set: ["value=4", "value=5"]).benches.map(\.value) == [5])
  }

  @Test func theDocumentHasTheOverriddenValues() throws {
    let plan = try plan("value: 3", set: ["value=4", "tool.saw.teeth=7"])
    #expect(
      plan.document.flowText
        == "{name: test, study: bench, value: 3, set: {value: 4, tool.saw.teeth: 7}}")
    #expect(try again(plan.document).benches.map(\.value) == [4])
  }

  private func again(_ document: SettingsNode) throws -> Plan {
    try Plan(document: document, catalog: .workshop)
  }

  @Test func aLongerPathIsSetAfterAShorterOne() throws {
    let sweep = "sweep: {grid: {tool.saw.teeth: [3, 4]}}"
    let plan = try plan(sweep, set: ["tool={saw: {length: 9}}"])
    #expect(plan.benches.compactMap { ($0.tool as? Saw)?.teeth } == [3, 4])
    #expect(plan.benches.compactMap { ($0.tool as? Saw)?.length } == [9, 9])
  }

  @Test func theFileMayOverride() throws {
    let plan = try plan("variants: {a: {tool: saw}, b: {}}\nset: {tool.saw.teeth: 5, word: b}")
    #expect(plan.benches.compactMap { ($0.tool as? Saw)?.teeth } == [5, 5])
    #expect(plan.benches.map(\.word) == ["b", "b"])
  }

  @Test func theSweepMayBeSet() throws {
    let sweep = "sweep: {grid: {steps.0.cut.depth: [1, 2], value: [3]}}"
    let plan = try plan("steps: [cut]\n" + sweep, set: ["sweep.grid.steps.0.cut.depth=[5, 6, 7]"])
    #expect(plan.settings == ["5 3", "6 3", "7 3"])
  }

  @Test(arguments: [
    ("sweep.grid.tool.saw.teeth=[5]", "sweep: {grid: {tool.saw.teeth: [5]}}"),
    ("sweep.variants.a.tool.saw.teeth=5", "sweep: {variants: {a: {tool.saw.teeth: 5}}}"),
    ("variants.a.tool.saw.teeth=5", "variants: {a: {tool.saw.teeth: 5}}"),
    ("set.tool.saw.teeth=5", "set: {tool.saw.teeth: 5}"),
  ])
  func aPathMayBeAddedWherePathsAreKeys(text: String, yaml: String) throws {
    let plan = try plan(set: [text])
    #expect(plan.benches.compactMap { ($0.tool as? Saw)?.teeth } == [5])
    #expect(plan.document.flowText == "{name: test, study: bench, \(yaml)}")
  }

  @Test func pathsOfATuningMayBeAdded() throws {
    let tune = "tune: {minimize: [score], over: {value: }}"
    let plan = try plan(
      tune, set: ["tune.over.tool.saw.teeth=[1, 2]", "tune.candidates=[{value: 5}]"])
    #expect(plan.experiment.tune?.over.all.map(\.key) == ["value", "tool.saw.teeth"])
  }

  @Test func theFolderMayBeSet() throws {
    let document = try plan().document
    let below = try Plan(
      document: document, folder: "a", overrides: [Override("folder=b")], catalog: .workshop)
    #expect(below.folder == "a/b")
  }

  @Test(arguments: [
    ("value", "--set value: error: an override must have the form path=value"),
    ("=3", "--set =3: error: an override must have the form path=value"),
    ("value=", "--set value=: error: the value is missing; write path=value"),
    ("", "--set : error: an override must have the form path=value"),
  ])
  func anOverrideHasAPathAndAValue(text: String, expected: String) {
    do throws(Diagnostic) {
      _ = try Override(text)
      Issue.record("no error")
    } catch {
      #expect(error.description == expected)
    }
  }

  @Test func anInvalidValueIsReportedWithItsPlace() {
    do throws(Diagnostic) {
      _ = try Override("value=[1, 2")
      Issue.record("no error")
    } catch {
      #expect(error.description.hasPrefix("--set value=[1, 2:1:"))
    }
  }
}

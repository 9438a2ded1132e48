import Foundation
import Testing
import ForceLabWorkbench
import ForceLabPlugins
import ForceLabSettings
import ForceLabYAML

/// What every experiment has, and what is said where it is wrong.
@Suite struct ExperimentTests {
  private func problems(file yaml: String) throws -> [String] {
    let node = try YAMLDocument.parse(yaml, file: "e.yaml")
    do throws(InvalidExperiment) {
      _ = try Plan(document: node, catalog: .workshop)
      return []
    } catch {
      return error.diagnostics.map(\.description)
    }
  }

  @Test func readsTheCommonKeys() throws {
    let experiment = try plan("summary: Why.\nseed: 42\nrepeat: 5\ntimeout: 2.5").experiment
    #expect(experiment.name == "test" && experiment.summary == "Why.")
    #expect(experiment.study == "bench" && experiment.seed == 42)
    #expect(experiment.repeats == 5 && experiment.timeout == 2.5)
    let bare = try plan().experiment
    #expect(bare.seed == 0 && bare.repeats == 1 && bare.timeout == nil && bare.summary == "")
  }

  @Test(arguments: ["a", "A-1_b", "2024", "_", "true"])
  func validNamesAreAccepted(name: String) throws {
    #expect(try problems(file: "name: \(name)\nstudy: bench") == [])
  }

  @Test(arguments: ["a b", "a/b", "..", "é", "a.b", "''", "'a\\nb'"])
  func otherNamesAreRefused(name: String) throws {
    let problems = try problems(file: "study: bench\nname: \(name)")
    #expect(problems.count == 1)
    #expect(problems.first?.hasPrefix("e.yaml:2:7: error: invalid name '") == true)
  }

  @Test(arguments: [
    (
      "study: bench",
      [
        "1:1: error: 'experiment' needs the key 'name'; add 'name: first-steps'"
      ]
    ),
    (
      "name: x\nstudy: bench\nword: bad",
      ["1:1: note: worth a look", "3:7: error: the word is bad"]
    ),
  ])
  func errorsInExperimentsHavePlaces(yaml: String, expected: [String]) throws {
    #expect(
      try problems(file: yaml) == expected.map { $0.first == "n" ? $0 : "e.yaml:" + $0 })
  }

  @Test func allErrorsComeAtOnceInTheOrderOfTheFile() throws {
    #expect(
      try problems(
        file: """
          value: 200
          study: bench
          seed: x
          tool: {saw: {teeth: 0}}
          sweep: {grid: {wrod: [a]}, exlude: []}
          steps: [{cut: {dept: 3}}]
          repeat: 0
          nonsense: 1
          """) == [
          "e.yaml:1:1: error: 'experiment' needs the key 'name'; add 'name: first-steps'",
          "e.yaml:1:8: error: 'value' is 200, outside its range: 0 to 100",
          "e.yaml:3:7: error: 'seed' must be a whole number, found the text 'x'",
          "e.yaml:4:21: error: 'teeth' is 0, outside its range: 1 to 1000",
          "e.yaml:5:16: error: no path 'wrod': the experiment has no 'wrod'; did you mean 'word'?",
          "e.yaml:5:28: error: unknown key 'exlude' in 'sweep'; did you mean 'exclude'?",
          "e.yaml:6:16: error: unknown key 'dept' in 'cut'; did you mean 'depth'?",
          "e.yaml:7:9: error: 'repeat' is 0, outside its range: 1 to 1000000",
          "e.yaml:8:1: error: unknown key 'nonsense' in 'experiment'; valid keys: name, summary, "
            + "folder, study, seed, repeat, warm-up, timeout, program, preset, variants, sweep, set, "
            + "tune, limits, chart, published, ending, endures, readings, steps, timber, tool, value, whole, word",
        ])
  }

  @Test func aSweepWithoutEndIsRefused() throws {
    let range = "{from: 0, to: 1, count: 1000000}"
    #expect(
      try problems(
        file: "name: x\nstudy: bench\nsweep:\n  grid: {value: \(range), tool.saw.length: \(range)}")
        == [
          "e.yaml:4:10: error: the sweep has more than 1000000 combinations; use fewer values, "
            + "or draw some with `sample`"
        ])
  }

  @Test func trialsWithoutEndAreRefused() throws {
    #expect(
      try problems(
        file:
          "name: x\nstudy: bench\nrepeat: 1000000\nsweep: {grid: {value: {from: 0, to: 1, count: 11}}}"
      ) == [
        "e.yaml:3:9: error: 11 configurations, 1000000 times each, are more than 10000000 trials; "
          + "reduce 'repeat'"
      ])
  }

  @Test func aMissingFileIsNamed() throws {
    do throws(InvalidExperiment) {
      _ = try Plan(path: "/nowhere/e.yaml", catalog: .workshop)
      Issue.record("no error")
    } catch {
      #expect(error.diagnostics.count == 1)
      #expect(error.diagnostics.first?.location?.file == "/nowhere/e.yaml")
    }
  }

  @Test func theSchemaHasTheParametersOfExperimentAndStudies() throws {
    let text = Experiment.schema(of: .workshop)
    let json = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let properties = try #require(json?["properties"] as? [String: Any])
    #expect(
      Set(properties.keys) == [
        "name", "summary", "folder", "study", "seed", "repeat", "warm-up", "timeout", "preset",
        "variants", "program", "sweep", "set", "tune", "limits", "chart", "published", "value",
        "whole",
        "word",
        "tool",
        "steps", "ending", "endures", "readings", "timber",
      ])
    let study = properties["study"] as? [String: Any]
    #expect(study?["enum"] as? [String] == Catalog.workshop.names(of: .study))
    #expect(text.contains("\"^[A-Za-z0-9_-]{1,100}$\""))
    let variants = properties["variants"] as? [String: Any]
    let names = variants?["propertyNames"] as? [String: String]
    #expect(names == ["pattern": "^[A-Za-z][A-Za-z0-9_-]{0,99}$"])
  }
}

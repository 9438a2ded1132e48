import Testing

@testable import ForceLabWorkbench

@Suite struct GridTests {
  @Test func theFirstAxisVariesSlowest() throws {
    let plan = try plan("sweep: {grid: {word: [a, b], whole: [1, 2, 3]}}")
    #expect(plan.paths == ["word", "whole"])
    #expect(plan.settings == ["a 1", "a 2", "a 3", "b 1", "b 2", "b 3"])
    #expect(plan.configurations.map(\.number) == Array(1...6))
    #expect(plan.benches.map(\.whole) == [1, 2, 3, 1, 2, 3])
  }

  /// The memory of a plan would grow with the square of a long axis.
  @Test func configurationsDoNotContainTheSweep() throws {
    let plan = try plan("variants: {a: {word: a}, b: {word: b}}\nsweep: {grid: {whole: [1, 2]}}")
    #expect(plan.configurations.count == 4)
    #expect(
      plan.configurations.allSatisfy { $0.tree["sweep"] == nil && $0.tree["variants"] == nil })
    #expect(plan.configurations.allSatisfy { $0.tree["word"] != nil && $0.tree["whole"] != nil })
  }

  @Test func withoutASweepThereIsOneConfiguration() throws {
    let plan = try plan("whole: 3")
    #expect(plan.paths == [] && plan.settings == [""] && plan.benches.map(\.whole) == [3])
  }

  @Test func valuesMayBePluginsWithParameters() throws {
    let plan = try plan("sweep: {grid: {tool: [hammer, {saw: {teeth: 20}}, saw]}}")
    #expect(plan.settings == ["hammer", "{saw: {teeth: 20}}", "saw"])
    #expect(plan.benches.map { ($0.tool as? Saw)?.teeth } == [nil, 20, 10])
  }

  @Test func wordsInQuotesAreTheSameWords() throws {
    let words = try plan(#"sweep: {grid: {word: ["a", a, 'null'], whole: [1]}}"#)
    #expect(words.settings == ["a 1", "'null' 1"])
    let plugins = try plan(#""sweep": {"grid": {"tool": ["saw", {"saw": {"teeth": 20}}]}}"#)
    #expect(plugins.settings == ["saw", "{saw: {teeth: 20}}"])
  }

  @Test func valuesMayBeLists() throws {
    let plan = try plan("sweep: {grid: {steps: [[], [cut, glue], [glue]]}}")
    #expect(plan.benches.map { $0.steps.map(\.name) } == [[], ["cut", "glue"], ["glue"]])
  }

  @Test func aSweptPluginIsSetBeforeItsSweptParameters() throws {
    let plan = try plan("sweep: {grid: {tool.saw.teeth: [5, 6], tool: [saw]}}")
    #expect(plan.benches.compactMap { ($0.tool as? Saw)?.teeth } == [5, 6])
    #expect(plan.settings == ["5 {saw: {teeth: 5}}", "6 {saw: {teeth: 6}}"])
  }

  @Test func gridZipAndSampleMultiply() throws {
    let plan = try plan(
      """
      sweep:
        grid: {word: [a, b]}
        zip: {whole: [1, 2], value: [10, 20]}
        sample: {count: 2, over: {readings: [7]}}
      """)
    #expect(plan.paths == ["word", "whole", "value", "readings"])
    #expect(
      plan.settings == [
        "a 1 10 7", "a 2 20 7", "b 1 10 7", "b 2 20 7",
      ])
  }

  @Test func axesOfAZipAdvanceTogether() throws {
    let plan = try plan("sweep: {zip: {word: [a, b, c], whole: {from: 1, to: 3, count: 3}}}")
    #expect(plan.settings == ["a 1", "b 2", "c 3"])
  }

  @Test func repeatedCombinationsAreKeptOnce() throws {
    #expect(try plan("sweep: {grid: {word: [a, b, a]}}").settings == ["a", "b"])
    let numbers = try plan("sweep: {grid: {value: [1, 1.0, 0x1, 2], whole: [3, 3e0]}}")
    #expect(numbers.settings == ["1 3", "2 3"])
    #expect(try plan("sweep: {grid: {word: [1, 1.0]}}").settings == ["1", "1.0"])
  }
}

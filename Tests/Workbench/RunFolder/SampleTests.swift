import Testing
import ForceLabWorkbench

@Suite struct SampleTests {
  private func numbers(_ yaml: String, column: Int = 0) throws -> [Double] {
    try plan(yaml).configurations.compactMap { Double($0.settings[column]) }
  }

  @Test func aLatinHypercubeMeetsEveryStratumOnce() throws {
    let yaml = """
      sweep:
        sample:
          count: 50
          over: {value: {from: 0, to: 100}, tool.hammer.weight: {from: 5, to: 10}}
      """
    let (values, weights) = (try numbers(yaml), try numbers(yaml, column: 1))
    #expect(values.count == 50 && weights.count == 50)
    #expect(Set(values.map { Int($0 / 2) }) == Set(0..<50))
    #expect(Set(weights.map { Int(($0 - 5) * 10) }) == Set(0..<50))
    // The strata of the two axes are shuffled by themselves.
    #expect(values.sorted() != values)
    #expect(zip(values, weights).contains { Int($0 / 2) != Int(($1 - 5) * 10) })
  }

  @Test func strataOfALogarithmicRangeHaveEqualRatios() throws {
    let values = try numbers(
      "sweep: {sample: {count: 20, over: {value: {from: 0.01, to: 100, scale: log}}}}")
    // Every decade holds five of twenty.
    for decade in [0.01, 0.1, 1, 10] {
      #expect(values.count { (decade..<10 * decade).contains($0) } == 5)
    }
  }

  @Test func aLatinHypercubeMeetsTheItemsOfAListEquallyOften() throws {
    let plan = try plan(
      """
      sweep:
        sample: {count: 9, over: {word: [a, b, c], value: {from: 0, to: 100}}}
      """)
    for word in ["a", "b", "c"] {
      #expect(plan.configurations.count { $0.settings[0] == word } == 3)
    }
  }

  @Test func randomDrawsAreIndependent() throws {
    let yaml = "sweep: {sample: {method: random, count: 50, over: {value: {from: 20, to: 80}}}}"
    let values = try numbers(yaml)
    #expect(values.count == 50 && values.allSatisfy { (20...80).contains($0) })
    // Fifty independent draws meet all of fifty strata with a chance of 10⁻²¹.
    #expect(Set(values.map { Int(($0 - 20) / 1.2) }).count < 50)
  }

  @Test func wholeNumbersStayWhole() throws {
    let yaml = "sweep: {sample: {count: 40, over: {whole: {from: 0, to: 10}}}}"
    let settings = try plan(yaml).settings
    #expect(Set(settings) == Set((0...10).map(String.init)))
  }

  @Test func theSeedOfTheExperimentDecides() throws {
    let sweep = "sweep: {sample: {count: 5, over: {value: {from: 0, to: 100}}}}\n"
    #expect(try plan(sweep).settings == plan(sweep).settings)
    #expect(try plan(sweep).settings != plan(sweep + "seed: 1").settings)
  }

  @Test(arguments: [
    ("sample: {count: 3}", "3:17: error: 'sample' needs the key 'over'; add 'over: "),
    ("sample: {over: {}}", "3:24: error: 'over' is empty; name a path"),
    ("sample: {over: {valeu: [1]}}", "3:25: error: no path 'valeu': the experiment has no 'valeu'"),
  ])
  func errorsInSamplesHavePlaces(sweep: String, expected: String) throws {
    let problems = try problems("sweep: {\(sweep)}")
    #expect(problems.count == 1 && problems[0].hasPrefix("e.yaml:" + expected), "\(problems)")
  }
}

import ForceLabWorkbench
import Testing
import ForceLabSettings

@testable import ForceLabReports

@Suite struct ContestTests {
  let place = TemporaryFolder()

  /// Trials of every combination of methods and sizes, `repeats` each.
  private func run(_ methods: [String], sizes: [String] = ["1", "2"], repeats: Int = 2) -> SampleRun
  {
    SampleRun(["method": methods, "size": sizes], ["tick_ns_median"], repeats: repeats) {
      [Double(methods[$0[0]].count * 100 + $1)]
    }
  }

  @Test func runsAreComparedByConfiguration() throws {
    var other = run(["a", "b"])
    // The order of the paths and of the rows does not matter.
    other.paths = ["size", "method"]
    other.trials = other.trials.reversed().map { trial in
      var trial = trial
      trial.settings = trial.settings.reversed()
      return trial
    }
    let plan = try PairedTable(
      run(["a", "b"]).record("x", in: place), [other.record("y", in: place)])
    #expect(
      plan.candidates.map(\.name) == ["base", "new"] && plan.paths == ["method", "size"])
    #expect(plan.cells.map(\.settings) == [["a", "1"], ["a", "2"], ["b", "1"], ["b", "2"]])
    #expect(plan.cells.allSatisfy { $0.trials.map(\.count) == [2, 2] })
    #expect(plan.candidatePairs.map(\.trials.count) == [2, 2, 2, 2])
    #expect(
      plan.candidatePairs.allSatisfy { $0.trials.allSatisfy { $0.base.start == $0.new.start } })
  }

  @Test func valuesOfAPathAreComparedWithEqualSettings() throws {
    let record = try run(["a", "b", "{c: {d: 1}}"]).record(in: place)
    let plan = try PairedTable(record, by: "method")
    #expect(plan.candidates.map(\.name) == ["a", "b", "c {d: 1}"] && plan.paths == ["size"])
    #expect(plan.cells.map(\.settings) == [["1"], ["2"]])
    #expect(plan.candidatePairs.map(\.candidate) == [1, 2, 1, 2])
  }

  /// A run as of a union of sweeps, a trial for each of `rows`.
  private func run(sweeping paths: [String], _ rows: [[String]]) throws -> RunReader {
    var run = SampleRun()
    run.paths = paths
    run.trials = rows.map { SampleRun.Trial(settings: $0, values: [1]) }
    return try run.record(in: place)
  }

  private let strategies = [
    ["exact", "", "1"], ["kd-tree", "", "1"],
    ["{kd-tree: {theta: 0.5}}", "0.5", "1"], ["{kd-tree: {theta: 0.9}}", "0.9", "1"],
  ]

  @Test func sweptParametersOfAPluginBelongToItsCandidates() throws {
    let record = try run(sweeping: ["repulsion", "repulsion.kd-tree.theta", "size"], strategies)
    let plan = try PairedTable(record, by: "repulsion")
    #expect(
      plan.candidates.map(\.name)
        == ["exact", "kd-tree", "kd-tree {theta: 0.5}", "kd-tree {theta: 0.9}"])
    #expect(plan.paths == ["size"] && plan.candidatePairs.map(\.candidate) == [1, 2, 3])
  }

  @Test func aParameterIsComparedUnderTheSamePlugin() throws {
    let path = "repulsion.kd-tree.theta"
    let plan = try PairedTable(run(sweeping: ["repulsion", path, "size"], strategies), by: path)
    #expect(plan.candidates.map(\.name) == ["none", "0.5", "0.9"])
    // To `exact`, θ is nothing; `kd-tree` is compared with itself.
    #expect(plan.cells.map(\.settings) == [["kd-tree", "1"]])
    #expect(plan.candidatePairs.map(\.candidate) == [1, 2])
  }

  @Test func aParameterIsComparedWithItsSiblingsEqual() throws {
    let rows = ["0.1", "0.2"].flatMap { step in
      ["0", "0.5"].map { ["{verlet: {step: \(step), decay: \($0)}}", step, $0] }
    }
    let paths = ["integrator", "integrator.verlet.step", "integrator.verlet.decay"]
    let plan = try PairedTable(run(sweeping: paths, [["rk4", "", ""]] + rows), by: paths[2])
    #expect(
      plan.cells.map(\.settings)
        == [["{verlet: {step: 0.1}}", "0.1"], ["{verlet: {step: 0.2}}", "0.2"]])
    #expect(plan.candidates.map(\.name) == ["0", "0.5"] && plan.candidatePairs.count == 2)
  }

  @Test func aParameterInAListIsNotCompared() throws {
    let rows = [["[{link: {length: 1}}]", "1"], ["[{link: {length: 2}}]", "2"]]
    let record = try run(sweeping: ["forces", "forces.link.length"], rows)
    let error = #expect(throws: Diagnostic.self) {
      try PairedTable(record, by: "forces.link.length")
    }
    #expect(error?.message.hasPrefix("no configurations in common: other settings vary ") == true)
  }

  @Test func trialsOfOtherSeedsAreNotPaired() throws {
    var other = run(["a"])
    for index in other.trials.indices { other.trials[index].seed += "0" }
    let plan = try PairedTable(run(["a"]).record("x", in: place), [other.record("y", in: place)])
    let pair = try #require(plan.candidatePairs.first)
    #expect(pair.trials.isEmpty)
    let sample = plan.observations(plan.column("tick_ns_median"), pair)
    #expect(sample.base == [101, 102] && sample.new == [101, 102] && sample.pairs.isEmpty)
  }

  @Test func onlySuccessfulTrialsArePaired() throws {
    var other = run(["a"], sizes: ["1"], repeats: 3)
    other.trials[1].status = "diverged"
    let base = try run(["a"], sizes: ["1"], repeats: 3).record("x", in: place)
    let plan = try PairedTable(base, [other.record("y", in: place)])
    #expect(plan.candidatePairs.map { $0.trials.map(\.base.repetition) } == [[1, 3]])
  }

  @Test func runsWithNothingInCommonAreRefused() throws {
    let base = try run(["a"]).record("x", in: place)
    let values = #expect(throws: Diagnostic.self) {
      try PairedTable(base, [run(["b"]).record("y", in: place)])
    }
    #expect(
      values?.message
        == "no configurations in common: none of the 4 trials here has the settings of one in the "
        + "base; compare runs of the same experiment")
    let paths = #expect(throws: Diagnostic.self) {
      try PairedTable(base, [SampleRun([1]).record("z", in: place)])
    }
    #expect(
      paths?.message
        == "no configurations in common: the base run sweeps method and size, and this run nothing; "
        + "compare runs of the same experiment")
  }

  @Test func aPathThatCannotBeComparedIsRefused() throws {
    let record = try run(["a", "b"], sizes: ["1"]).record("x", in: place)
    func message(_ path: String, _ record: RunReader) -> String? {
      #expect(throws: Diagnostic.self) { try PairedTable(record, by: path) }?.message
    }
    #expect(message("methd", record) == "the run does not sweep 'methd'; did you mean 'method'?")
    #expect(
      message("x-rays", record) == "the run does not sweep 'x-rays'; swept paths: method, size")
    #expect(
      message("size", record) == "'size' has 1 value in this run; comparing needs at least two")
    var zipped = run(["a", "b"])
    zipped.trials = zipped.trials.filter {
      ($0.settings == ["a", "1"]) || $0.settings == ["b", "2"]
    }
    #expect(
      message("method", try zipped.record("y", in: place))
        == "no configurations in common: other settings vary together with 'method'; sweep it in a "
        + "grid")
  }
}

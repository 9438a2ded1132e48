import Testing
import ForceLabWorkbench

/// The trials of a plan: their order and their seeds.
@Suite struct TrialTests {
  @Test func allConfigurationsRunOnceThenAllAgain() throws {
    let trials = try plan("repeat: 3\nsweep: {grid: {word: [a, b]}}").trials
    #expect(trials.map(\.number) == [1, 2, 3, 4, 5, 6])
    #expect(trials.map(\.configuration) == [1, 2, 1, 2, 1, 2])
    #expect(trials.map(\.repetition) == [1, 1, 2, 2, 3, 3])
  }

  @Test func allConfigurationsHaveTheSameSeeds() throws {
    let trials = try plan("repeat: 3\nsweep: {grid: {word: [a, b]}}").trials
    let seeds = { (configuration: Int) in
      trials.filter { $0.configuration == configuration }.map(\.seed)
    }
    #expect(seeds(1) == seeds(2))
    #expect(Set(seeds(1)).count == 3)
  }

  @Test func seedsDependOnlyOnTheSeedAndTheRepeat() throws {
    let seeds = { (yaml: String) in try plan(yaml).trials.map(\.seed) }
    let three = try seeds("seed: 42\nrepeat: 3")
    #expect(try seeds("seed: 42\nrepeat: 5").prefix(3) == three[...])
    #expect(try seeds("seed: 42\nrepeat: 3\nvalue: 7\ntool: saw") == three)
    let others = try (0..<100).flatMap { try seeds("seed: \($0)\nrepeat: 10") }
    #expect(Set(others).count == 1000)
    #expect(others.allSatisfy { $0 < 1 << 53 })
  }

  @Test func instancesDoNotShareTheirSeeds() throws {
    /// By timber and repeat.
    func seeds(_ timbers: String) throws -> [String: Set<UInt64>] {
      let plan = try plan(
        "seed: 3\nrepeat: 2\nsweep: {grid: {timber: [\(timbers)], value: [1, 2]}}")
      let keys = plan.trials.map { trial in
        "\(plan.configurations[trial.configuration - 1].settings[0]) \(trial.repetition)"
      }
      return Dictionary(zip(keys, plan.trials.map { [$0.seed] })) { $0.union($1) }
    }
    let both = try seeds("oak, pine")
    #expect(both.count == 4)
    #expect(both.values.allSatisfy { $0.count == 1 && $0.allSatisfy { $0 < 1 << 53 } })
    #expect(Set(both.values.flatMap(\.self)).count == 4)
    // Those of the first instance are those without a sweep.
    let single = try plan("seed: 3\nrepeat: 2").trials.map(\.seed)
    #expect(single.enumerated().allSatisfy { both["oak \($0 + 1)"] == [$1] })
  }

  @Test func anExperimentOfOneTrialHasItsSeed() throws {
    let plan = try plan("seed: 3\nrepeat: 2\nsweep: {grid: {timber: [oak, pine]}}")
    for trial in plan.trials {
      let single = try Plan(document: plan.experiment(of: trial), catalog: .workshop)
      #expect(single.trials.map(\.seed) == [trial.seed])
    }
  }

  @Test func warmUpTrialsComeFirstWithTheSameSeeds() throws {
    let plan = try plan("repeat: 2\nwarm-up: 3\nsweep: {grid: {word: [a, b]}}")
    let trials = plan.trials
    #expect(trials.map(\.configuration) == [1, 2, 1, 2, 1, 2, 1, 2, 1, 2])
    #expect(trials.map(\.repetition) == [1, 1, 2, 2, 3, 3, 1, 1, 2, 2])
    #expect(trials.map(\.isWarmUp) == (1...10).map { $0 <= 6 })
    #expect(trials[6].seed == trials[0].seed && trials[8].seed == trials[2].seed)
  }

  @Test func withoutASeedItIsZero() throws {
    #expect(try plan().trials.map(\.seed) == plan("seed: 0").trials.map(\.seed))
  }

  @Test func aPartIsDiscardedUnlessTheTrialIsOverdue() throws {
    var trial = try #require(try plan().trials.first)
    var count = 0
    trial.discard { _ in count += 1 }
    #expect(count >= 1)
    trial.deadline = .now.advanced(by: .seconds(-1))
    trial.discard { _ in count = 0 }
    #expect(count >= 1)
  }

  @Test func aTrialIsOverdueAfterItsDeadline() throws {
    var trial = try #require(try plan().trials.first)
    #expect(!trial.isOverdue)
    trial.deadline = .now.advanced(by: .seconds(-1))
    #expect(trial.isOverdue)
    trial.deadline = .now.advanced(by: .seconds(1000))
    #expect(!trial.isOverdue)
  }
}

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

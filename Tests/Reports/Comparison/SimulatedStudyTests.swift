import Foundation
import ForceLabPlugins
import ForceLabTestSupport
import Testing
import ForceLabWorkbench

@testable import ForceLabReports

/// Timings as a machine gives them: log-normal noise, one in twenty 20 to 200 % slower because
/// something else ran, and a drift that trials of one repeat share, as they run one after the other.
private struct Machine {
  var noise: Double
  var hasDrift = true
  var generator: SeededGenerator

  /// So many trials of two programs, the second `ratio` times as slow as the first.
  mutating func study(_ count: Int, ratio: Double) -> (base: [Double], new: [Double]) {
    var drift = 0.0
    var study: (base: [Double], new: [Double]) = ([], [])
    for _ in 0..<count {
      if hasDrift { drift += 0.01 * generator.normal() }
      study.base.append(10_000 * exp(drift + disturbance()))
      study.new.append(10_000 * ratio * exp(drift + disturbance()))
    }
    return study
  }

  /// Twenty repeats of two equal methods, whose layouts are copies of `distinct` different ones.
  mutating func copiedStudy(_ distinct: Int) -> SampleRun {
    var run = SampleRun()
    (run.paths, run.measures, run.repeats) = (["method"], ["stress", "layout_hash"], 20)
    for method in ["a", "b"] {
      let layouts = (0..<distinct).map { _ in exp(noise * generator.normal()) }
      for repetition in 1...20 {
        let choice = distinct == 20 ? repetition - 1 : Int(generator.unit() * Double(distinct))
        run.trials.append(
          SampleRun.Trial(
            settings: [method], repetition: repetition, seed: "\(repetition)",
            values: [layouts[choice], Double(choice) + (method == "a" ? 0 : 100)]))
      }
    }
    return run
  }

  private mutating func disturbance() -> Double {
    let slowed = generator.unit() < 0.05 ? log(1.2 + 1.8 * generator.unit()) : 0
    return noise * generator.normal() + slowed
  }
}

@Suite struct SimulatedStudyTests {
  struct Setting: CustomTestStringConvertible {
    var count: Int
    var noise: Double
    var arePairs: Bool

    var testDescription: String { "\(count) \(arePairs ? "pairs" : "unpaired"), noise \(noise)" }

    static let all = [true, false].flatMap { arePairs in
      (isOptimized ? [0.01, 0.03, 0.08] : [0.03]).flatMap { noise in
        [4, 5, 6, 8, 10, 20, 30].map { Setting(count: $0, noise: noise, arePairs: arePairs) }
      }
    }
  }

  private func effects(_ setting: Setting, ratio: Double, studies: Int) throws -> [Effect] {
    var machine = Machine(
      noise: setting.noise, hasDrift: setting.arePairs,
      generator: SeededGenerator(seed: 1, stream: UInt64(setting.count)))
    return try (0..<studies).map { _ in
      let study = machine.study(setting.count, ratio: ratio)
      return try #require(
        Effect.alone(
          Observations(study.base, study.new, arePairs: setting.arePairs), isTime: true,
          threshold: 0.05))
    }
  }

  /// The intervals hold the true ratio as often as they say: in 95 % of the studies or more, but for
  /// three standard deviations of that share.
  @Test(arguments: Setting.all) func intervalsContainTheTrueRatio(setting: Setting) throws {
    let studies = isOptimized ? 2000 : 200
    let held = try effects(setting, ratio: 1.1, studies: studies).count {
      $0.interval?.contains(1.1) ?? false
    }
    let deviation = (0.95 * 0.05 / Double(studies)).squareRoot()
    #expect(Double(held) / Double(studies) > 0.95 - 3 * deviation, "\(held)")
    #expect(held < studies)
  }

  /// Without a difference, at most 5 % are called faster or slower, by whatever noise.
  @Test(arguments: Setting.all) func equalStudiesAreSeldomFasterOrSlower(setting: Setting) throws {
    let studies = isOptimized ? 2000 : 200
    let wrong = try effects(setting, ratio: 1, studies: studies).count {
      $0.verdict == .slower || $0.verdict == .faster
    }
    #expect(Double(wrong) <= 0.05 * Double(studies), "\(wrong)")
  }

  @Test func aSlowdownOfFifteenPercentIsFound() throws {
    let setting = Setting(count: 20, noise: 0.03, arePairs: true)
    let slower = try effects(setting, ratio: 1.15, studies: 200)
    #expect(slower.count { $0.verdict == .slower } >= 190)
    #expect(!slower.contains { $0.verdict == .faster || $0.verdict == .same })
    let faster = try effects(setting, ratio: 1 / 1.15, studies: 200)
    #expect(faster.count { $0.verdict == .faster } >= 190)
  }

  /// Twenty repeats of two equal methods with `distinct` different layouts each, whose copies have the
  /// same stress: at most 5 % have a verdict or an effect, but for three standard deviations.
  @Test(arguments: [1, 3, 20]) func copiesGiveNoFalseVerdict(distinct: Int) throws {
    let place = TemporaryFolder()
    var machine = Machine(noise: 0.1, generator: SeededGenerator(seed: 4))
    let studies = isOptimized ? 500 : 100
    var (verdicts, effects) = (0, 0)
    for _ in 0..<studies {
      let run = try machine.copiedStudy(distinct).record(in: place)
      let comparison = try Comparison(PairedTable(run, by: "method"))
      let row = try #require(comparison.rows.first { $0.measure == "stress" })
      verdicts += row.result.verdict == .unclear || row.result.verdict == .same ? 0 : 1
      let effect = try #require(Findings(run).effects.first { $0.measure == "stress" })
      effects += effect.verdict == .unclear || effect.verdict == .none ? 0 : 1
      if distinct < 20 { #expect(effect.repeats <= distinct && effect.verdict == .unclear) }
      if distinct == 1 { #expect(row.result.interval == nil) }
    }
    let limit = 0.05 * Double(studies) + 3 * (0.05 * 0.95 * Double(studies)).squareRoot()
    #expect(Double(verdicts) <= limit && Double(effects) <= limit, "\(verdicts), \(effects)")
  }
}

import Foundation
import ForceLabPlugins
import ForceLabWorkbench
import Testing

@testable import ForceLabReports

@Suite struct RunFindingsTests {
  let place = TemporaryFolder()

  /// Numbers that `findings.py` computed from the same trials with pandas and scipy.
  private struct Expected: Decodable {
    struct Best: Decodable {
      let configuration: Int
      let median: Double
      let low, high: Double?
      let within: [Int]
    }

    struct Effect: Decodable {
      let path, measure, from, to, scale, verdict: String
      let change: Double
      let low, high: Double?
      let repeats: Int
    }

    let best: [String: Best]
    let front: [Int]
    let effects: [Effect]
  }

  private func isNear(_ a: Double?, _ b: Double?) -> Bool {
    guard let a, let b else { return a == nil && b == nil }
    return abs(a - b) <= 1e-9 * max(abs(a), abs(b), 1e-3)
  }

  @Test func findingsEqualThoseOfScipy() throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "Fixtures/three-axes").path
    let findings = try Findings(RunReader(folder: folder))
    let data = try Data(contentsOf: URL(fileURLWithPath: folder + "/expected.json"))
    let expected = try JSONDecoder().decode(Expected.self, from: data)
    for (measure, best) in expected.best {
      let found = try #require(findings.best.first { $0.measure == measure })
      #expect(found.configuration == best.configuration && found.within == best.within)
      #expect(isNear(found.median, best.median), "\(measure)")
      #expect(isNear(found.low, best.low) && isNear(found.high, best.high), "\(measure)")
    }
    let front = try #require(findings.paretoFronts.first)
    #expect(front.measures == ["layout_seconds", "stress"])
    #expect(front.points.map(\.configuration) == expected.front)
    #expect(expected.effects.count == 16)
    for effect in expected.effects {
      let found = try #require(
        findings.effects.first {
          $0.path == effect.path && $0.measure == effect.measure && $0.to == effect.to
        }, "\(effect)")
      #expect(found.from == effect.from && found.scale.rawValue == effect.scale)
      #expect(found.verdict.rawValue == effect.verdict && found.repeats == effect.repeats)
      #expect(isNear(found.change, effect.change), "\(effect)")
      #expect(isNear(found.low, effect.low) && isNear(found.high, effect.high), "\(effect)")
    }
  }

  /// Eight repeats of two methods at two sizes, with a measure that `value` gives.
  private func run(
    _ value: (_ method: Int, _ size: Int, _ repetition: Int) -> Double
  ) throws -> RunReader {
    try SampleRun(["method": ["a", "b"], "size": ["10", "20"]], ["stress"], repeats: 8) {
      [value($0[0], $0[1], $1)]
    }.record(in: place)
  }

  private func effect(_ path: String, _ run: RunReader) throws -> MainEffect {
    let measure = Column.measure("stress", better: .lower, use: .quality)
    return try #require(SweptAxis(path, in: run)?.effects(on: measure).first)
  }

  @Test func anEffectIsTheMeanOverTheOtherSettings() throws {
    let run = try run { method, size, repetition in
      exp(0.01 * Double(repetition * repetition % 7) + (method == 1 ? size == 0 ? 0.3 : 0.1 : 0))
    }
    let effect = try effect("method", run)
    #expect(isNear(effect.change, exp(0.2)) && effect.verdict == .higher)
    #expect(effect.cells == 2 && effect.excludedCells == 0 && effect.repeats == 8)
    #expect(try self.effect("size", run).verdict == .lower)
  }

  @Test func aReversedEffectNamesBothSides() throws {
    let run = try run { method, size, _ in method == size ? 1 : 2 }
    let measure = Column.measure("stress", better: .lower, use: .quality)
    let found = try #require(SweptAxis("method", in: run)?.interactions(on: measure))
    #expect(found.map(\.by) == ["size"])
    #expect(found.map(\.higherAt) == [["10"]] && found.map(\.lowerAt) == [["20"]])
    #expect(try effect("method", run).verdict == .none)
  }

  @Test func aCellWithAMissingTrialIsExcluded() throws {
    var run = SampleRun.twoMethods
    run.trials[0].status = "diverged"
    let reader = try run.record(in: place)
    let effect = try effect("method", reader)
    #expect(effect.cells == 1 && effect.excludedCells == 1)
    let failed = try #require(Findings(reader).failures.first)
    #expect(failed.failed == 1 && failed.trials == 8 && failed.status == "diverged")
  }

  @Test func sentencesNameEffectsAndMissingEffects() throws {
    let reader = try SampleRun.twoMethods.record(in: place)
    let texts = Findings(reader).texts(of: reader).map(\.text)
    #expect(
      texts.contains {
        $0.hasPrefix("method b instead of a multiplies time per tick by 1.200 (95 % interval ")
          && $0.hasSuffix("; mean over 2 combinations of the other settings).")
      }, "\(texts)")
    #expect(texts.contains("No significant effect of method or size on iterations."), "\(texts)")
    var short = SampleRun.twoMethods
    short.trials.removeAll { $0.repetition > 5 }
    let few = try short.record("few", in: place)
    #expect(
      Findings(few).texts(of: few).contains {
        $0.text.hasPrefix("The effect of method or size on stress")
          && $0.text.hasSuffix(" is unknown: there are 5 distinct repeats, and 6 are needed.")
      })
  }

  @Test func aSentenceNamesAllValuesWithAnEffect() throws {
    let run = SampleRun(["method": ["a", "b", "c"]], ["stress"], repeats: 8) {
      [[2, 3, 1][$0[0]] * Double($1)]
    }
    let reader = try run.record(in: place)
    let texts = Findings(reader).texts(of: reader).map(\.text)
    #expect(
      texts.contains(
        "method c instead of a multiplies stress by 0.5000 (95 % interval 0.5000 … 0.5000), b multiplies "
          + "it by 1.500 (1.500 … 1.500)."), "\(texts)")
  }

  @Test func mediansThatPrintAlikeDoNotTradeOff() {
    let points = [[1.0, 0.10000001], [2, 0.1], [3, 0.09]].map { $0.map(\.shown) }
    #expect(paretoFront(of: points, [.lower, .lower]) == [0, 2])
  }

  @Test func aTradeOffLeavesOutDominatedConfigurations() throws {
    let place = TemporaryFolder()
    var run = SampleRun()
    (run.paths, run.measures) = (["method", "size"], ["stress", "tick_ns_median"])
    // Configuration 3 is slower than 2 and no better; 4 is the slowest and the best.
    run.trials = [
      SampleRun.Trial(settings: ["a", "10"], values: [0.3, 1000]),
      SampleRun.Trial(settings: ["a", "20"], values: [0.2, 2000]),
      SampleRun.Trial(settings: ["b", "10"], values: [0.2, 3000]),
      SampleRun.Trial(settings: ["b", "20"], values: [0.1, 4000]),
    ]
    let reader = try run.record(in: place)
    var order = ConfigurationOrder()
    order.pareto = ["tick_ns_median", "stress"]
    #expect(try order.indices(of: reader) == [0, 1, 3])
    order.sort = "stress"
    #expect(try order.indices(of: reader) == [3, 1, 0])
    (order.pareto, order.best) = ([], 2)
    #expect(try order.indices(of: reader) == [3, 1])
    order.sort = "size"
    #expect(try order.indices(of: reader) == [0, 2])
    order.sort = "strees"
    #expect(throws: (any Error).self) { try order.indices(of: reader) }
  }
}

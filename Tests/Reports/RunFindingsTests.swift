import Foundation
import ForceLabPlugins
import ForceLabWorkbench
import Testing

@testable import ForceLabReports

@Suite struct RunFindingsTests {
  let place = TemporaryFolder()

  private func isNear(_ a: Double?, _ b: Double?) -> Bool {
    guard let a, let b else { return a == nil && b == nil }
    return abs(a - b) <= 1e-9 * max(abs(a), abs(b), 1e-3)
  }

  /// The values in `expected` that `found` does not have.
  private func differences(_ expected: Any, _ found: Any?, at place: String = "") -> [String] {
    if let expected = expected as? [String: Any], let found = found as? [String: Any] {
      return expected.flatMap { differences($1, found[$0], at: place + "." + $0) }
    }
    if let expected = expected as? [Any], let found = found as? [Any],
      expected.count == found.count
    {
      return zip(expected, found).enumerated().flatMap {
        differences($1.0, $1.1, at: "\(place)[\($0)]")
      }
    }
    // Where rows are equal, rounding decides which is the best of a draw, and so the statistic of the draw.
    let tolerance = place.hasPrefix(".effects[") && place.hasSuffix("].p") ? 0.01 : 0
    let isEqual =
      (expected as? Double).map { expected in
        let found = found as? Double
        return isNear(expected, found) || found.map { abs($0 - expected) <= tolerance } ?? false
      }
      ?? (expected as? String).map { $0 == found as? String } ?? false
    return isEqual ? [] : ["\(place): \(expected) and \(found ?? "nothing")"]
  }

  /// Runs of one axis, of three, and over graphs. `Scripts/findings.py FOLDER --json` computed what is
  /// expected from the same trials, with numpy, scipy and R.
  @Test(arguments: ["one-axis", "three-axes", "graphs"])
  func findingsEqualThoseOfScipy(name: String) throws {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "Fixtures/\(name)")
    let findings = try Findings(RunReader(folder: folder.path)).prettyJSON
    let found = try JSONSerialization.jsonObject(with: Data(findings.utf8))
    let data = try Data(contentsOf: folder.appending(path: "expected.json"))
    #expect(try differences(JSONSerialization.jsonObject(with: data), found) == [])
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
    try #require(Findings(run).effects.first { $0.path == path && $0.measure == "stress" })
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
    let found = Findings(run).interactions.filter { $0.path == "method" }
    #expect(found.map(\.by) == ["size"])
    #expect(found.map(\.higherAt) == [["10"]] && found.map(\.lowerAt) == [["20"]])
    let texts = Findings(run).texts(of: run).map(\.text)
    #expect(
      texts.contains(
        "`b` has a lower stress than `a` where size is 20, and a higher one where it is 10."),
      "\(texts)")
    #expect(try effect("method", run).verdict == .none)
  }

  @Test func aFailedTrialIsTheWorstAndAMissingOneExcludesItsCell() throws {
    var run = SampleRun.twoMethods
    run.trials[2].status = "diverged"
    let reader = try run.record(in: place)
    let effect = try effect("method", reader)
    #expect(effect.cells == 2 && effect.ok == [16, 15] && effect.trials == [16, 16])
    let failed = try #require(Findings(reader).failures.first)
    #expect(failed.failed == 1 && failed.trials == 8 && failed.status == "diverged")
    run.trials.remove(at: 2)
    let missing = try self.effect("method", run.record("missing", in: place))
    #expect(missing.cells == 1 && missing.excludedCells == 1)
  }

  /// The first of a list of sweeps has other paths than the second.
  @Test func thePathsOfEachSweepOfAListHaveEffects() throws {
    var run = SampleRun()
    (run.paths, run.measures, run.repeats) = (["strength", "length"], ["stress"], 8)
    let settings = [["30", ""], ["300", ""], ["", "10"], ["", "30"]]
    run.trials = (1...8).flatMap { repetition in
      settings.enumerated().map { index, settings in
        SampleRun.Trial(
          settings: settings, repetition: repetition, seed: "\(repetition)",
          values: [Double(1 + index) + 0.01 * Double(repetition)])
      }
    }
    let reader = try run.record(in: place)
    let effects = Findings(reader).effects
    #expect(
      effects.map { [$0.path, $0.from, $0.to] } == [
        ["strength", "30", "300"], ["length", "10", "30"],
      ])
    #expect(try PairedTable(reader, by: "length").candidates.map(\.name) == ["10", "30"])
  }

  /// As after a resume with more repeats and `--jobs`.
  @Test func repeatsWithoutATimeThatCountsDoNotHideTheOthers() throws {
    var run = SampleRun.twoMethods
    for index in run.trials.indices where run.trials[index].repetition > 6 {
      run.trials[index].ranConcurrently = true
    }
    let effects = try Findings(run.record(in: place)).effects.filter { $0.path == "method" }
    let time = try #require(effects.first { $0.measure == "tick_ns_median" })
    #expect(time.repeats == 6 && time.cells == 2 && isNear(time.change, 1.2))
    #expect(effects.first { $0.measure == "stress" }?.repeats == 8)
  }

  /// Methods of which `b` has the lowest stress where it ends well: in `good` of ten repeats.
  private func survivors(_ good: Int) throws -> RunReader {
    var run = SampleRun(["method": ["a", "b", "c"]], ["stress"], repeats: 10) {
      [[1, 0.8, 1.3][$0[0]] + 0.001 * Double($1)]
    }
    for index in run.trials.indices
    where run.trials[index].settings == ["b"] && run.trials[index].repetition > good {
      run.trials[index].status = "diverged"
    }
    return try run.record(in: place)
  }

  @Test(arguments: [3, 5]) func aConfigurationThatMostlyFailsIsNotTheBest(good: Int) throws {
    let run = try survivors(good)
    let findings = Findings(run)
    let best = try #require(findings.best.first)
    #expect(best.configuration == 1 && best.candidates == 2 && best.within.isEmpty)
    let effect = try #require(findings.effects.first { $0.to == "b" })
    #expect(effect.verdict != .lower && effect.ok == [10, good])
    var order = ScoreboardOrder()
    order.sort = "stress"
    #expect(try run.scoreboard(order).rows.map(\.name) == ["a", "c", "b"])
    order.pareto = ["stress"]
    #expect(try run.scoreboard(order).rows.map(\.name) == ["a"])
    let row = try #require(Comparison(PairedTable(run, by: "method")).rows.first)
    #expect(row.result.verdict != .lower && row.result.good == (10, good))
    #expect(row.result.isPaired && row.result.medians.map { $0.new > 1 } == true)
  }

  @Test(arguments: 1...5) func fewRepeatsExcludeNobody(count: Int) throws {
    let run = try SampleRun(
      ["method": ["a", "b", "c"]], ["stress", "layout_seconds"], repeats: count
    ) { [[3, 1, 2][$0[0]] + 0.001 * Double($1), [1, 2, 3][$0[0]] + 0.001 * Double($1)] }
    .record(in: place)
    let findings = Findings(run)
    #expect(findings.best.count == 2 && findings.best.allSatisfy(\.within.isEmpty))
    #expect(findings.paretoFronts.allSatisfy { $0.points.count == 3 })
    #expect(
      run.answer == [
        "`b` has the lowest \(count > 1 ? "median " : "")stress, 1.00.",
        "`b` takes 2.00 s\(count > 1 ? " by the median" : ""), and the fastest, `a`, 1.00 s.",
      ], "\(run.answer)")
    let caption = try run.scoreboard().caption(best: "★")
    #expect(caption.contains("No verdict: \(tooFewRepeats(count))."), "\(caption)")
  }

  @Test func effectsOverGraphsOfDifferentSizeAreRatios() throws {
    var run = SampleRun(
      ["graph": ["small", "large"], "method": ["a", "b"]], ["edge_crossings", "energy"], repeats: 8
    ) { indices, repetition in
      let isB = indices[1] == 1
      // On the small graph, one layout has no crossing; on the large one, b has more.
      let crossings = indices[0] == 0 ? Double(repetition % 2) : isB ? 1000 : 2000
      return [crossings, (indices[0] == 0 ? -1 : -1000) * (isB ? 1.1 : 1)]
    }
    run.instances = ["graph"]
    let effects = try Findings(run.record(in: place)).effects
    let crossings = try #require(effects.first { $0.measure == "edge_crossings" })
    #expect(crossings.scale == .countRatio && crossings.cells == 2)
    #expect(isNear(crossings.change, (1001.0 / 2001).squareRoot()) && crossings.verdict == .lower)
    let measure = Column.measure("energy", better: .lower, use: .quality)
    let reader = try run.record(in: place)
    #expect(ChangeScale(measure, in: reader).scale == .relativeDifference)
  }

  @Test(arguments: [
    (5, "; the other value has a smaller effect."), (6, "; 2 other values have smaller effects."),
  ])
  func ofManyValuesThreeEffectsAreNamed(count: Int, end: String) throws {
    let values = (0..<count).map { "m\($0)" }
    let reader = try SampleRun(["method": values], ["stress"], repeats: 8) { indices, repetition in
      [Double(indices[0] + 1) + 0.01 * Double(repetition * (indices[0] + 2) % 5)]
    }.record(in: place)
    let texts = Findings(reader).texts(of: reader).map(\.text)
    #expect(texts.first?.hasSuffix(end) == true, "\(texts)")
  }

  @Test func sentencesNameEffectsAndMissingEffects() throws {
    let reader = try SampleRun.twoMethods.record(in: place)
    let texts = Findings(reader).texts(of: reader).map(\.text)
    #expect(
      texts.contains {
        $0.hasPrefix("`b` has 1.200 times the time per tick of `a` (8 repeats; mean over 2 ")
      }, "\(texts)")
    // Not even if nothing else differs.
    #expect(!texts.contains { $0.contains("iterations") }, "\(texts)")
    var short = SampleRun.twoMethods
    short.trials.removeAll { $0.repetition > 5 }
    let few = try short.record("few", in: place)
    #expect(Findings(few).texts(of: few).isEmpty)
  }

  /// c has the same layout in all repeats.
  @Test func aSentenceCountsTheRepeatsOfTheUnknownEffect() throws {
    let reader = try SampleRun(["method": ["a", "b", "c"]], ["stress", "layout_hash"], repeats: 8) {
      indices, repetition in
      let value = [Double(repetition), Double(9 - repetition), 5][indices[0]]
      return [value, value]
    }.record(in: place)
    let texts = Findings(reader).texts(of: reader).map(\.text)
    #expect(
      texts.contains("The effect of method on stress is unknown: \(tooFewRepeats(1))."), "\(texts)")
  }

  @Test func aSentenceNamesAllValuesWithAnEffect() throws {
    let run = SampleRun(["method": ["a", "b", "c"]], ["stress"], repeats: 8) {
      [[2, 3, 1][$0[0]] * Double($1)]
    }
    let reader = try run.record(in: place)
    let texts = Findings(reader).texts(of: reader).map(\.text)
    #expect(
      texts.contains(
        "`c` has half the stress of `a` (8 repeats); `b` has 1.500 times the stress of `a`."),
      "\(texts)")
  }

  @Test func aSettingHasOneNameInAReport() throws {
    let run = try SampleRun(
      ["strength": ["-316.227766017", "-1"], "at": ["[0, 0]", "[-40, 500]"]], ["stress"], repeats: 8
    ) { [Double($0[0] + 1) * Double($0[1] + 1) * Double($1)] }.record(in: place)
    let names = try run.scoreboard().rows.map(\.name)
    #expect(names.first == "strength −316.2 · [0, 0]" && names.last == "strength −1 · [-40, 500]")
    let texts = Findings(run).texts(of: run).map(\.text)
    #expect(texts.contains { $0.hasPrefix("`strength −1` has ") }, "\(texts)")
    #expect(texts.contains { $0.contains("the stress of `strength −316.2` (") }, "\(texts)")
  }

  /// Long numbers have four digits, unless these are the same.
  @Test func settingsOfASentenceHaveDifferentNames() throws {
    var run = SampleRun(["strength": ["-1000.34", "-1000.12"]], ["stress"], repeats: 8) {
      [Double($0[0] + 2) * Double($1)]
    }
    func texts(_ name: String) throws -> [String] {
      let reader = try run.record(name, in: place)
      return Findings(reader).texts(of: reader).map(\.text)
    }
    let both = "`strength −1000.12` has 1.500 times the stress of `strength −1000.34`"
    #expect(try texts("all").contains { $0.hasPrefix(both) })
    for index in run.trials.indices where run.trials[index].repetition > 2 {
      if run.trials[index].settings == ["-1000.12"] { run.trials[index].status = "diverged" }
    }
    #expect(try texts("few").contains { $0.contains("(ok: −1000.34 8/8, −1000.12 2/8)") })
  }

  /// a does not differ from b and c, but b is better than c.
  @Test func thePathIsNotWithoutEffectIfLaterValuesDiffer() throws {
    let stress: [[Double]] = [
      [0.096, 0.066, 0.034, 0.119, 0.106, 0.018, 0.021, 0.119, 0.144],
      [0.060, 0.019, 0.018, 0.126, 0.128, 0.018, 0.019, 0.019, 0.019],
      [0.139, 0.168, 0.132, 0.148, 0.131, 0.032, 0.090, 0.135, 0.219],
    ]
    let reader = try SampleRun(["method": ["a", "b", "c"]], ["stress"], repeats: 9) {
      [stress[$0[0]][$1 - 1]]
    }.record(in: place)
    let findings = Findings(reader)
    #expect(findings.effects.allSatisfy { $0.verdict == .none })
    #expect(findings.best[0].within.count == 1)
    #expect(findings.texts(of: reader).isEmpty)

    let two = try SampleRun(
      ["method": ["{a: {x: 1}}", "b", "c"], "second": ["d", "e"]], ["stress"], repeats: 9
    ) {
      [stress[0][($0[0] * 3 + $1) % 9] * [1, 50][$0[1]]]
    }.record("two", in: place)
    let texts = Findings(two).texts(of: two).map(\.text)
    #expect(texts.contains("No significant effect of method on stress."), "\(texts)")
  }

  @Test func aTinyEffectIsNoRatioOfOne() throws {
    let run = SampleRun(["method": ["a", "b"]], ["stress"], repeats: 8) {
      [[1, 1.0001][$0[0]] * Double($1)]
    }
    let reader = try run.record(in: place)
    let texts = Findings(reader).texts(of: reader).map(\.text)
    #expect(
      texts.contains("`b` has a higher stress than `a`, by less than 0.1 % (8 repeats)."),
      "\(texts)")
  }

  /// How much worse a failure is was not measured.
  @Test func aSentenceGivesNoSizeToFailures() throws {
    var run = SampleRun(["method": ["a", "b"]], ["stress"], repeats: 8) {
      [Double($0[0] + 2) * Double($1)]
    }
    for index in run.trials.indices where run.trials[index].settings == ["b"] {
      if run.trials[index].repetition > 2 { run.trials[index].status = "diverged" }
    }
    let reader = try run.record(in: place)
    let texts = Findings(reader).texts(of: reader).map(\.text)
    #expect(
      texts.contains(
        "`b` has a higher stress than `a`, where failed trials count as the worst results (ok: a 8/8, "
          + "b 2/8)."), "\(texts)")
  }

  @Test func mediansThatPrintAlikeDoNotTradeOff() {
    let points = [[1.0, 0.10000001], [2, 0.1], [3, 0.09]].map { $0.map(\.shown) }
    #expect(paretoFront(of: points) == [0, 2])
  }

  @Test(arguments: [1, 2, 3]) func theFrontHasThePointsThatNoOtherDominates(costCount: Int) {
    var generator = SeededGenerator(seed: 1)
    let costs = (0..<60).map { _ in
      (0..<costCount).map { _ in Double(generator.index(below: 9)) }
    }
    let front = costs.indices.filter { point in
      !costs.contains { other in
        other != costs[point] && zip(other, costs[point]).allSatisfy { $0 <= $1 }
      }
    }
    #expect(paretoFront(of: costs).sorted() == front)
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
    var order = ScoreboardOrder()
    func numbers() throws -> [Int] { try reader.scoreboard(order).rows.flatMap(\.configurations) }
    order.pareto = ["tick_ns_median", "stress"]
    #expect(try numbers() == [1, 2, 4])
    order.sort = "stress"
    #expect(try numbers() == [4, 2, 1])
    (order.pareto, order.best) = ([], 2)
    #expect(try numbers() == [4, 2])
    order.sort = "size"
    #expect(try numbers() == [1, 3])
    order.sort = "strees"
    #expect(throws: (any Error).self) { try numbers() }
  }
}

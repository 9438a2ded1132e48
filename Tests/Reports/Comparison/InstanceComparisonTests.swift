import ForceLabPlugins
import ForceLabWorkbench
import Foundation
import Testing

@testable import ForceLabReports

@Suite struct InstanceComparisonTests {
  let place = TemporaryFolder()

  /// Three methods on graphs of two axes: `stress` gives the value, nil for a failure.
  private func run(
    graphs: Int = 8, repeats: Int = 1, _ stress: (_ method: Int, _ graph: Int, Int) -> Double?
  ) -> SampleRun {
    var run = SampleRun()
    run.paths = ["graph", "method", "graph.mesh.rows"]
    run.instances = ["graph", "graph.mesh.rows"]
    (run.measures, run.repeats) = (["nodes", "stress", "layout_seconds"], repeats)
    run.trials = (1...repeats).flatMap { repetition in
      (0..<graphs).flatMap { graph in
        (0..<3).map { method in
          let value = stress(method, graph, repetition)
          let size = Double(10 << graph)
          let settings = [
            graph % 2 == 0 ? "mesh" : "tree", ["a", "b", "c"][method], "\(graph / 2)",
          ]
          return SampleRun.Trial(
            settings: settings, repetition: repetition, seed: "\(graph) \(repetition)",
            status: value == nil ? "timed-out" : "ok",
            values: [size, value, value.map { _ in size * size * Double(method + 1) }])
        }
      }
    }
    return run
  }

  private func comparison(_ run: SampleRun, _ measure: String = "stress") throws
    -> InstanceComparison
  {
    let all = try #require(Findings(run.record(in: place)).instances).comparisons
    return try #require(all.first { $0.measure == measure })
  }

  /// A verdict of one graph makes a comparison fail that is unclear over all graphs.
  @Test func aFailingGraphIsNamed() throws {
    let run = try run(repeats: 8) { method, graph, repetition in
      (method == 1 ? graph == 0 ? 2 : 0.99 : 1) * (1 + 0.01 * Double(repetition))
    }.record(in: place)
    var options = Comparison.Options()
    options.measures = ["stress"]
    let comparison = try Comparison(PairedTable(run, by: "method"), options)
    #expect(comparison.fails([.worse]))
    #expect(
      comparison.text(failIf: [.worse]).hasSuffix(
        "\n\nfails: stress of b with graph mesh, rows 0 is worse"))
    let report = comparison.junit(failIf: [.worse])
    #expect(report.contains("name=\"stress graph=mesh graph.mesh.rows=0\"><failure message="))
    #expect(report.contains("tests=\"3\" failures=\"1\""))
    let rows = comparison.markdown(failIf: [.worse]).split(separator: "\n")
    #expect(rows.filter { $0.hasSuffix("| higher | worse | yes |") }.count == 1)
    #expect(comparison.junit().contains("failures=\"0\""))
  }

  /// Each stress of a is below that of b, and c is the best of four graphs and the worst of the others.
  @Test func aVerdictNeedsADifferenceOfTheMeasure() throws {
    let run = try run { method, graph, _ in
      let first = 2 + 0.1 * Double(graph)
      return method == 2 ? (graph < 4 ? 1 : 9) : first + Double(method)
    }.record(in: place)
    var options = Comparison.Options()
    options.measures = ["stress"]
    let text = try Comparison(PairedTable(run, by: "method"), options).text()
    #expect(text.contains("p ≤ 0.019 for the measure, corrected for "), "\(text)")
    #expect(text.contains("; not reached by stress (p = "), "\(text)")
  }

  /// b has 1 % more stress on each graph, and c 10 % more.
  @Test func aDifferenceOverGraphsIsBeyondTheThreshold() throws {
    let run = try run { method, graph, _ in [1, 1.01, 1.1][method] * Double(graph + 1) }
      .record(in: place)
    func verdicts(_ threshold: Double) throws -> [ComparisonVerdict?] {
      var options = Comparison.Options()
      (options.measures, options.threshold) = (["stress"], threshold)
      let comparison = try Comparison(PairedTable(run, by: "method"), options)
      let verdicts = comparison.records.filter { $0.kind == .signedRank }.map(\.verdict)
      #expect(comparison.fails([.worse]) == verdicts.contains(.higher))
      return verdicts
    }
    #expect(try verdicts(0) == [.higher, .higher])
    #expect(try verdicts(0.05) == [.same, .higher])
    #expect(try verdicts(0.5) == [.same, .same])
  }

  /// Of 12 graphs, b has ten times the stress on one, or no result; on another, all have no stress.
  @Test(arguments: [1.0, 10, nil]) func oneBadGraphIsNotTheSame(factor: Double?) throws {
    let run = try run(graphs: 12) { method, graph, _ in
      let stress = Double(graph) * (method == 2 ? 2 : 1)
      return method == 1 && graph == 5 ? factor.map { $0 * stress } : stress
    }.record(in: place)
    var options = Comparison.Options()
    options.measures = ["stress"]
    let records = try Comparison(PairedTable(run, by: "method"), options).records
    let verdicts = records.filter { $0.kind == .signedRank }.map(\.verdict)
    #expect(verdicts == [factor == 1 ? .same : .unclear, .higher])
  }

  @Test func allInstancesAreCases() throws {
    let result = try comparison(run { method, graph, _ in Double(1 + method + graph) })
    #expect(result.instances == 8 && result.standings.map(\.algorithm) == ["a", "b", "c"])
    #expect(result.standings.map(\.leads) == [8, 0, 0])
    // One repeat tells nothing of a single graph.
    #expect(result.standings.allSatisfy { $0.wins + $0.ties == 0 })
    #expect(result.standings.map(\.meanRank) == [1, 2, 3])
    #expect(result.friedman.chiSquared == 16 && result.groups == [])
    // The least p-value of eight graphs is 2/256, of three tests.
    #expect(result.pairs.allSatisfy { $0.p == 0.0078125 })
    #expect(result.pairs.allSatisfy { $0.correctedP == 0.0234375 })
    #expect(result.pairs.map(\.better) == ["a", "a", "b"])
    #expect(result.pairs[0].wins == 8 && result.pairs[0].ties == 0 && result.pairs[0].losses == 0)
    let times = try comparison(run { _, _, _ in 1 }, "layout_seconds")
    #expect(times.standings.allSatisfy { abs(($0.growth?.exponent ?? 0) - 2) < 1e-12 })
    #expect(times.standings[2].ratio.map { abs($0.value - 3) < 1e-12 } == true)
  }

  /// The p-value leaves out the 19 graphs on which they are equal.
  @Test func aPairWhoseIntervalHasNoChangeDoesNotDiffer() throws {
    let result = try comparison(
      run(graphs: 27) { method, graph, _ in
        method == 2 ? 9 : method == 1 && graph < 8 ? 0.9 - 0.01 * Double(graph) : 1
      })
    #expect(result.pairs[0].ratio == 1 && result.pairs[0].correctedP < 0.02)
    #expect(result.pairs.map(\.better) == [nil, "a", "b"])
  }

  @Test func repeatsTellTheBestOfAnInstance() throws {
    // The repeats do not tell a from b on even graphs; c is worse everywhere.
    let result = try comparison(
      run(repeats: 8) { method, graph, repetition in
        let isWorse = graph % 2 == 1 || repetition % 2 == 0
        return method == 2
          ? 9 : 1 + (method == 1 ? isWorse ? 1 : -0.9 : 0) + 0.01 * Double(repetition)
      })
    #expect(result.instances == 8 && result.friedman.cases == 8)
    #expect(
      result.standings.map(\.wins) == [4, 0, 0] && result.standings.map(\.ties) == [4, 4, 0])
    let entry = result.table.entries[1][0]
    #expect(entry.value == 1.045 && entry.repeats.count == 8)
  }

  /// All layouts of b are the same.
  @Test(arguments: [0.5, 2]) func oneLayoutHasNoVerdictOnAGraph(stress: Double) throws {
    var run = SampleRun(
      ["graph": ["g", "h"], "method": ["a", "b", "c"]], ["stress", "layout_hash"], repeats: 8
    ) { indices, repetition in
      let layout = indices[1] == 1 ? 0 : Double(repetition)
      let value = [1, stress, 3][indices[1]] + 0.01 * layout
      return [value, Double(10 * indices[1]) + layout]
    }
    run.instances = ["graph"]
    let standings = try comparison(run).standings
    #expect(standings.map(\.wins) == [2, 0, 0] && standings.map(\.ties) == [0, 0, 0])
  }

  @Test func failuresAreTheWorstResult() throws {
    // a is best but fails on graphs 0 and 1; nothing works on graph 7.
    let result = try comparison(
      run { method, graph, _ in
        graph == 7 || (method == 0 && graph < 2) ? nil : Double(1 + method)
      })
    #expect(result.instances == 7 && result.excluded == 1)
    #expect(
      result.standings.map(\.failed) == [2, 0, 0] && result.standings.map(\.leads) == [5, 2, 0])
    #expect(result.table.costs[0] == [.infinity, 2, 3])
    #expect(result.standings[0].meanRank == 11.0 / 7)
    let ratios = try #require(result.table.ratios)
    #expect(PerformanceProfile(ratios: ratios.map { $0[0] })[1e9] == 5.0 / 7)
    // A failure is infinitely worse than the best, in means and in the ratios of pairs.
    #expect(result.standings.map { $0.ratio?.count } == [nil, 7, 7])
    #expect(result.pairs[0].ratio == 2 && result.pairs[0].low == 0)
    #expect(
      result.notes[1].hasPrefix("Left out as incomplete: ") && result.notes[1].contains("tree"))
  }

  /// An algorithm that is best where it works, on half of the graphs, is not the best over all, nor a best
  /// trade-off.
  @Test func anAlgorithmThatFailsOnHalfOfTheGraphsCannotWin() throws {
    let sample = run { method, graph, _ in method == 0 ? graph < 4 ? 0.1 : nil : Double(1 + method)
    }
    let instances = try #require(InstanceRun(sample.record(in: place)))
    let result = try #require(instances.comparisons.first { $0.measure == "stress" })
    #expect(result.standings.map { $0.ratio?.value != nil } == [false, true, true])
    #expect(!result.pairs.contains { $0.better == "a" })
    let front = try #require(instances.fronts.first)
    #expect(front.overallInstances == [8, 8] && front.overall.map(\.algorithm) == ["b", "c"])
    // No test finds one of the two worse.
    #expect(front.overall.allSatisfy { $0.isOnFront })
  }

  /// A trial that ended well without a value, such as the stress of a layout in one point, has the worst
  /// rank; the graph still counts.
  @Test func anUndefinedValueIsTheWorstResult() throws {
    var sample = run { method, _, _ in Double(1 + method) }
    for index in sample.trials.indices where sample.trials[index].settings[1] == "a" {
      if sample.trials[index].settings[2] == "0" { sample.trials[index].values[1] = nil }
    }
    let result = try comparison(sample)
    #expect(result.instances == 8 && result.excluded == 0)
    #expect(result.table.costs[0] == [.infinity, 2, 3] && result.standings[0].meanRank == 1.5)
    #expect(result.standings[0].good == 6 && result.standings[0].trials == 8)
    #expect(try comparison(sample, "layout_seconds").standings[0].failed == 0)
  }

  @Test func countsOfZeroHaveRatios() throws {
    var sample = run { method, graph, _ in graph == 3 ? Double(method) : Double(3 * (1 + method)) }
    sample.measures[1] = "edge_crossings"
    let result = try comparison(sample, "edge_crossings")
    let mean = try #require(result.standings[2].ratio)
    // (x + 1)/(best + 1): 10/4 on seven graphs, and 3/1.
    #expect(abs(mean.value - pow(pow(2.5, 7) * 3, 0.125)) < 1e-12 && mean.count == 8)
    #expect(result.pairs.map(\.better) == ["a", "a", "b"])
    #expect(abs((result.pairs[1].ratio ?? 0) - 2.5) < 1e-12)
  }

  /// Of other measures, a value of 0 is infinitely better than others; the graph still counts.
  @Test func aValueOfZeroIsInfinitelyBetter() throws {
    let result = try comparison(
      run { method, graph, _ in graph == 3 ? Double(method) : Double(1 + method) })
    #expect(result.standings.map { $0.ratio?.value } == [1, nil, nil])
    let ratios = result.pairs.compactMap(\.ratio)
    #expect(zip(ratios, [2, 3, 1.5]).allSatisfy { abs($0 - $1) < 1e-12 } && ratios.count == 3)
    #expect(result.pairs[0].better == "a")
  }

  @Test func groupsJoinWhatTheTestsOfPairsDoNotSeparate() throws {
    // a and b do not differ, nor do b and c; a and c do.
    let result = try comparison(
      run(graphs: 12) { method, graph, _ in
        let step = [0.0, graph % 3 == 0 ? -1 : graph % 3 == 1 ? 3 : 0.5, 1]
        return 10 * exp(Double(graph)) * (1 + 0.1 * step[method])
      })
    #expect(result.pairs.map(\.better) == [nil, "a", nil])
    #expect(result.groups == [["a", "b"], ["b", "c"]])
    // Without a difference of all, no pair is separated.
    let equal = try comparison(run { method, graph, _ in Double(1 + (method + graph) % 3) })
    #expect(equal.groups.map { Set($0) } == [["a", "b", "c"]] && equal.friedman.p > 0.05)
  }

  @Test func maxRepeatsMustSucceed() throws {
    let result = try comparison(
      run(repeats: 4) { method, graph, repetition in
        method == 0 && repetition <= (graph == 0 ? 2 : 1) ? nil : Double(method + repetition)
      })
    #expect(result.standings[0].failed == 1 && result.table.entries[0][0].good == 2)
    // Of 2, 3, 4 and a failure, the median is between 3 and 4.
    #expect(result.table.entries[1][0].value == 3.5)
  }

  @Test func countsHaveNoArticle() throws {
    var sample = run { method, _, _ in method == 1 ? nil : 1 }
    sample.measures[1] = "edge_crossings"
    let sentence = try comparison(sample, "edge_crossings").effectSentence(of: "method")
    #expect(sentence == "`b` has worse edge crossings than `a` (8 graphs).")
  }

  @Test func anAlgorithmIsLeftOutIfItWasSkippedAndWorstIfItFailed() throws {
    var sample = run { method, _, _ in method == 1 ? nil : Double(method + 1) }
    let worst = try comparison(sample)
    #expect(worst.standings.map(\.meanRank) == [1, 3, 2] && worst.withoutResult.isEmpty)
    #expect(worst.pairs.map(\.better) == ["a", "a", "c"] && worst.pairs[0].ratio == nil)
    for index in sample.trials.indices where sample.trials[index].status != "ok" {
      sample.trials[index].status = "skipped"
    }
    let result = try comparison(sample)
    #expect(result.standings.map(\.algorithm) == ["a", "c"] && result.withoutResult == ["b"])
    #expect(
      result.standings[0].meanRank == 1 && result.notes[1] == "Without any result, left out: b.")
    #expect(
      result.notes[0]
        == "The algorithms differ in stress over 8 graphs (signed-rank test, p = 0.008; p = 0.016 "
        + "with Holm's correction for 2 tests)."
    )
    // As crossings of layouts in 3D.
    for index in sample.trials.indices { sample.trials[index].status = "ok" }
    #expect(try comparison(sample).withoutResult == ["b"])
    #expect(try comparison(sample, "layout_seconds").withoutResult == ["b"])
    let index = try #require(sample.trials.firstIndex { $0.values[1] == nil })
    sample.trials[index].status = "diverged"
    #expect(try comparison(sample).withoutResult == ["b"])
  }

  @Test func valuesThatDifferByRoundingAreEqual() throws {
    let run = run { method, graph, _ in
      method == 2 ? 1 : graph < 6 ? 0.5625 + (method == 0 ? 0 : 1e-16) : [0.5, 0.6][method]
    }
    #expect(0.5625 + 1e-16 > 0.5625)
    let pair = try comparison(run).pairs[0]
    #expect((pair.wins, pair.ties, pair.losses) == (2, 6, 0))
  }

  /// On two graphs and the last one, a count plus 1 is twice the other: 2/1, 2/1 and 6/3.
  @Test func equalRatiosOfCountsAreTies() throws {
    let counts = [
      [1.0, 0], [1, 0], [3, 0], [3, 0], [7, 0], [7, 0], [9, 0], [3, 0], [2, 5],
    ]
    var sample = run(graphs: 9) { method, graph, _ in method == 2 ? 50 : counts[graph][method] }
    sample.measures[1] = "edge_crossings"
    let pair = try comparison(sample, "edge_crossings").pairs[0]
    #expect(pair.firstRanks == 2 && pair.secondRanks == 43 && pair.p == 0.015625)
    let guards = try Comparison(PairedTable(sample.record(in: place), by: "method"))
    #expect(guards.markdown().contains("; counts plus 1) |"))
  }

  @Test func greaterIsBetter() throws {
    var run = run { method, graph, _ in Double(method + 1) * 0.2 + 0.01 * Double(graph) }
    run.measures[1] = "neighborhood_preservation"
    let result = try comparison(run, "neighborhood_preservation")
    #expect(result.standings.map(\.meanRank) == [3, 2, 1] && result.standings[2].leads == 8)
    #expect(result.pairs.map(\.better) == ["b", "c", "c"])
    #expect((result.standings[0].ratio?.value ?? 0) > 2)
    let pair = result.pairs[0]
    #expect(
      pair.ratio ?? 0 > 1.5 && pair.low ?? 9 < pair.ratio ?? 0 && pair.high ?? 0 > pair.ratio ?? 9)
  }

  @Test func otherSettingsAreAveraged() throws {
    var run = run { _, _, _ in 1 }
    run.paths.append("theta")
    run.trials = run.trials.flatMap { trial in
      ["0.5", "1"].map { theta in
        var copy = trial
        copy.settings.append(theta)
        copy.values[1] = (trial.settings[1] == "b" ? 3 : 1) * (theta == "1" ? 4 : 1)
        return copy
      }
    }
    let reader = try run.record(in: place)
    let plan = try PairedTable(reader, by: "method")
    let comparison = try Comparison(plan)
    let result = try #require(comparison.instances?.comparisons.first { $0.measure == "stress" })
    #expect(result.standings.map(\.algorithm) == ["a", "b", "c"] && result.instances == 8)
    // The geometric mean of 1 and 4, and of 3 and 12.
    let values = result.table.entries[0].compactMap(\.value)
    #expect(zip(values, [2, 6, 2]).allSatisfy { abs($0 - $1) < 1e-12 } && values.count == 3)
    #expect(
      comparison.text(showsAll: true).contains("averaged over 2 combinations of the other settings")
    )
    let row = try #require(
      comparison.csv.split(separator: "\n").first { $0.contains("signed-rank") })
    #expect(row.hasPrefix("stress,a,b,,,,signed-rank,8,8,,,,,ratio,") && row.contains(",higher,"))
    // Without a path, each combination is an algorithm.
    #expect(InstanceRun(reader)?.algorithms.count == 6)
    // Graphs themselves are compared as before.
    #expect(try InstanceRun(PairedTable(reader, by: "graph"), .init()) == nil)
  }

  @Test func aVariantThatAlwaysFailsHidesNoEffect() throws {
    var sample = SampleRun(
      [
        "graph": (0..<11).map { "g\($0)" }, "variant": ["base", "weak", "boom"],
        "decay": ["0.3", "0.4"],
      ], ["stress"], repeats: 1
    ) { indices, _ in
      let stress = Double((indices[0] + 1) * (indices[1] + 1) * (indices[2] + 2))
      return [indices[1] == 2 ? nil : stress]
    }
    sample.instances = ["graph"]
    for index in sample.trials.indices where sample.trials[index].settings[1] == "boom" {
      sample.trials[index].status = "diverged"
    }
    let run = try sample.record(in: place)
    let texts = Findings(run).texts(of: run).map(\.text)
    #expect(texts.contains { $0.contains("`weak` has twice the stress of `base` (") }, "\(texts)")
    #expect(
      texts.contains { $0.hasPrefix("`decay 0.4` has 1.500 times the stress of `decay 0.3` (") },
      "\(texts)")
  }

  @Test func findingsDoNotCompareGraphs() throws {
    let reader = try run(repeats: 8) { method, graph, repetition in
      Double(method + 1) * exp(0.1 * Double(graph)) * (1 + 0.001 * Double(repetition))
    }.record(in: place)
    let findings = Findings(reader)
    #expect(Set(findings.effects.map(\.path)) == ["method"])
    #expect(findings.effects.first { $0.measure == "stress" }?.cells == 8)
    let front = try #require(findings.algorithmFronts?.first)
    #expect(front.overall.map(\.isOnFront) == [true, false, false])
    let texts = findings.texts(of: reader).map(\.text)
    // The scoreboard has the ratios of the only path that is no graph.
    #expect(texts.isEmpty, "\(texts)")
    #expect(
      reader.answer == [
        "`a` has the lowest stress on all 8 graphs, half that of `b` (8 graphs).",
        "`a` is also the fastest.",
      ], "\(reader.answer)")
    let path = try Report.write(reader.folder)
    let page = try String(contentsOfFile: path, encoding: .utf8)
    #expect(page.contains("Stress over 8 graphs"))
    for name in ["values", "algorithms", "pairs", "tests", "fronts"] {
      let file = reader.folder + "/comparison/\(name).csv"
      let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
      let widths = Set(
        lines.map { $0.split(separator: ",", omittingEmptySubsequences: false).count })
      #expect(lines.count > 1 && widths.count == 1, "\(name)")
    }
    let json = try String(contentsOfFile: reader.folder + "/findings.json", encoding: .utf8)
    #expect(json.contains("\"comparisons\"") && json.contains("\"min_p\""))
    let charts = try FileManager.default.contentsOfDirectory(atPath: reader.folder + "/plots")
    for name in ["stress-ranks", "stress-profile", "scaling", "stress-trade-off"] {
      #expect(charts.contains(name + ".vl.json"), "\(name)")
    }
  }

  /// 33 algorithms: `first` multiplies the stress of each graph, and `second` changes it by 1 %, up or down.
  @Test func algorithmsThatAreTooManyHaveEffects() throws {
    var run = SampleRun(
      [
        "graph": (0..<8).map { "g\($0)" }, "first": ["a0", "a1", "a2"],
        "second": (0..<11).map { "b\($0)" },
      ], ["stress"], repeats: 8
    ) { indices, repetition in
      let (graph, first, second) = (indices[0], Double(indices[1]), indices[2])
      let noise = 0.01 * Double((7 * second + 3 * graph) % 11) + 0.001 * Double(repetition)
      return [(1 + first + 0.01 * first * Double(graph)) * (1 + noise)]
    }
    run.instances = ["graph"]
    for index in run.trials.indices { run.trials[index].seed += run.trials[index].settings[0] }
    let reader = try run.record(in: place)
    let findings = Findings(reader)
    #expect(findings.comparisons == nil && findings.effectsOverInstances?.count == 2)
    #expect(findings.effects.count == 12 && findings.effects.allSatisfy { $0.repeats == 8 })
    #expect(findings.interactions.contains { $0.path == "second" && $0.by == "graph" })
    let texts = findings.texts(of: reader).map(\.text)
    #expect(texts[0].hasPrefix("`a2` has ") && texts[0].contains("8 graphs"), "\(texts)")
    #expect(
      texts.contains("The effect of second on stress is unknown: 8 graphs are too few."),
      "\(texts)")
  }

  /// a is the fastest and the best on all graphs.
  @Test func ofManyAlgorithmsTheTradeOffShowsEight() throws {
    let graphs = (1...12).map { "g\($0)" }
    var run = SampleRun(
      ["graph": graphs, "method": "abcdefghij".map(String.init)], ["stress", "layout_seconds"],
      repeats: 1
    ) { indices, _ in
      let value = Double((indices[0] + 1) * (indices[1] + 1))
      return [value, value]
    }
    run.instances = ["graph"]
    let chart = try #require(ChartedRun(run.record(in: place), [AlgorithmCharts()]).charts.first)
    #expect(chart.rows.map(\.label) == ["a *", "b", "c", "d", "e", "f", "g", "h"])
    #expect(chart.caption.hasSuffix(" 8 of 10 algorithms are shown."), "\(chart.caption)")
  }

  @Test func runsWithoutGraphAxesHaveNoComparison() throws {
    let reader = try SampleRun.twoMethods.record(in: place)
    let findings = Findings(reader)
    #expect(
      findings.comparisons == nil && findings.best.count(where: { $0.measure == "stress" }) == 1)
    try findings.write(to: DerivedFiles(of: reader.files))
    #expect(!FileManager.default.fileExists(atPath: reader.folder + "/comparison"))
  }
}

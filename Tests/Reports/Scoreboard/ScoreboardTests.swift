import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench
import Testing

@testable import ForceLabReports

extension RunReader {
  func scoreboard(_ order: ScoreboardOrder = .init()) throws -> Scoreboard {
    let board = Scoreboard(self, Findings(self), and: try order.measures(of: self))
    return try order.applied(to: board, of: self)
  }

  var answer: [String] {
    let findings = Findings(self)
    return Answer(Scoreboard(self, findings), self, findings).texts.map(\.text)
  }
}

@Suite struct ScoreboardTests {
  let place = TemporaryFolder()

  /// Methods on twelve graphs, of which `a` has half the stress of `b`, and `c` that of `b`, but all times.
  private var overGraphs: SampleRun {
    var run = SampleRun(
      ["graph": (0..<12).map { "g\($0)" }, "method": ["b", "a", "c"]],
      ["layout_seconds", "iterations", "stress"], repeats: 2
    ) { indices, _ in
      let noise = 1 + 0.1 * Double(indices[0] * indices[1] % 3)
      let time = [4.0, 1, 2][indices[1]]
      let stress = (indices[1] == 1 ? 1 : 2) * noise * Double(1 + indices[0])
      return [time, Double(indices[1]), stress]
    }
    run.instances = ["graph"]
    return run
  }

  @Test func algorithmsHaveRatiosToTheBestOfEachGraph() throws {
    let run = try overGraphs.record(in: place)
    let board = try run.scoreboard()
    #expect(board.rowTitle == "algorithm" && board.instanceCount == 12)
    #expect(board.measures.map(\.column.name) == ["stress", "layout_seconds"])
    #expect(board.rows.map(\.name) == ["b", "a", "c"])
    #expect(board.rows.map { $0.cells[0].standing } == [.worse, .best, .worse])
    #expect(board.rows.map { $0.cells[1].value?.rounded() } == [4, 1, 2])
    #expect(board.rows.map(\.isOnFront) == [false, true, false] && board.rows[0].trials == 24)
    let names = board.table.headings.compactMap(\.name)
    #expect(names.contains("stress_ratio") && names.contains("layout_seconds_ratio"), "\(names)")
    #expect(
      run.answer[0].hasPrefix("`a` has the lowest stress on all 12 graphs, ")
        && run.answer[0].hasSuffix("; 12 graphs)."), "\(run.answer)")
    #expect(run.answer.last == "`a` is also the fastest." && run.answer.count == 2)
    var counts = overGraphs
    counts.measures[2] = "edge_crossings"
    let answer = try counts.record("counts", in: place).answer
    #expect(answer[0].contains(" those of `"), "\(answer)")
  }

  @Test func theCaptionTellsWhichRepeatsCount() throws {
    var sample = SampleRun(["method": ["a", "b"]], ["stress", "layout_seconds"], repeats: 8) {
      [Double(1 + $0[0]) + 0.01 * Double($1), Double(1 + $0[0]) + 0.01 * Double($1)]
    }
    func caption(_ name: String) throws -> String {
      try sample.record(name, in: place).scoreboard().caption(best: "★")
    }
    #expect(try caption("all").hasPrefix("Medians of 8 repeats, with 95 % intervals."))
    for index in sample.trials.indices where sample.trials[index].repetition > 6 {
      sample.trials[index].ranConcurrently = true
    }
    sample.trials[1].status = "timed-out"
    let text = try caption("some")
    #expect(
      text.hasPrefix(
        "Medians of 8 repeats (layout time: 6), where trials that failed or have no value count as the worst"
      ), "\(text)")
  }

  @Test func theCaptionHasTheGraphsOfEachMeasure() throws {
    var sample = overGraphs
    for index in sample.trials.indices
    where ["g3", "g5"].contains(sample.trials[index].settings[0]) {
      sample.trials[index].values[2] = nil
    }
    let run = try sample.record(in: place)
    let caption = try run.scoreboard().caption(best: "★")
    #expect(caption.contains("over 10 graphs (layout time: 12); 1 is the best."), "\(caption)")
    #expect(caption.contains(" Without `g3` and `g5` in stress, where "), "\(caption)")
    #expect(InstanceRun(run)?.fronts.map(\.overallInstances) == [[12, 10]])
  }

  @Test func graphsWithEqualBestsAreCounted() throws {
    var sample = SampleRun(
      ["graph": (0..<12).map { "g\($0)" }, "method": ["a", "b"]], ["stress"], repeats: 2
    ) { indices, _ in [indices[0] < 2 ? 3 : Double(indices[0] * (indices[1] + 1))] }
    sample.instances = ["graph"]
    let run = try sample.record(in: place)
    #expect(
      run.answer[0].hasPrefix("`a` has the lowest stress on all 12 graphs (2 shared), "),
      "\(run.answer)")
  }

  @Test func ordersRankAlgorithmsAndNeverMixGraphs() throws {
    let run = try overGraphs.record(in: place)
    var order = ScoreboardOrder()
    (order.sort, order.best) = ("layout_seconds", 2)
    #expect(try run.scoreboard(order).rows.map(\.name) == ["a", "c"])
    // As the metric of an experiment is written; without a measure, by the first.
    order.sort = "layout-seconds"
    #expect(try run.scoreboard(order).rows.map(\.name) == ["a", "c"])
    (order.sort, order.best) = (nil, 1)
    #expect(try run.scoreboard(order).rows.map(\.name) == ["a"])
    // It is no column of the scoreboard otherwise.
    order.sort = "iterations"
    #expect(try run.scoreboard(order).measures.last?.column.name == "iterations")
    (order.sort, order.best, order.pareto) = (nil, nil, ["layout_seconds", "stress"])
    #expect(try run.scoreboard(order).rows.map(\.name) == ["a"])
    order.sort = "graph"
    #expect(throws: Diagnostic.self) { try run.scoreboard(order) }
    // A single method is not compared: each graph has its own best.
    var sample = overGraphs
    sample.trials.removeAll { $0.settings[1] != "a" }
    (order.sort, order.best, order.pareto) = ("stress", 1, [])
    #expect(try sample.record("one", in: place).scoreboard(order).rows.count == 12)
  }

  /// The energy has no better direction.
  @Test func theBestAreThoseByAMeasureWithADirection() throws {
    let run = try SampleRun(["method": ["a", "b"]], ["energy", "layout_seconds"], repeats: 1) {
      indices, _ in [[1, 2][indices[0]], [2, 1][indices[0]]]
    }.record(in: place)
    var order = ScoreboardOrder()
    order.best = 1
    let board = try run.scoreboard(order)
    #expect(board.measures[0].column.name == "energy" && board.rows.map(\.name) == ["b"])
  }

  @Test func memoryHasAUnit() throws {
    let run = try SampleRun(["method": ["a", "b"]], ["memory_bytes"], repeats: 1) { indices, _ in
      [5856 + Double(indices[0])]
    }.record(in: place)
    #expect(run.answer == ["`a` has the lowest memory, 5856 bytes."], "\(run.answer)")
  }

  @Test func configurationsThatFailedAreNotParetoOptimal() throws {
    var sample = SampleRun.twoMethods
    for index in sample.trials.indices where sample.trials[index].settings != ["b", "20"] {
      sample.trials[index].status = "diverged"
    }
    var order = ScoreboardOrder()
    order.pareto = ["stress"]
    let board = try sample.record(in: place).scoreboard(order)
    #expect(board.rows.map(\.settings) == [["b", "20"]])
  }

  @Test func equalRepeatsAreExact() throws {
    let run = try SampleRun(
      ["method": ["a", "b"]], ["stress", "layout_hash", "layout_seconds"], repeats: 3
    ) { indices, repetition in [[0.0731, 0.0842][indices[0]], 7, Double(repetition)] }.record(
      in: place)
    #expect(
      run.answer[0]
        == "`a` has the lowest stress, 0.07310 in every repeat, against 0.08420 of `b`.",
      "\(run.answer)")
  }

  @Test func equalTrialsShareTheBestPlace() throws {
    let run = try SampleRun(
      ["method": ["a", "b", "c", "d", "e"]], ["stress", "layout_seconds"], repeats: 1
    ) { indices, _ in [indices[0] == 4 ? 2 : 1, 0.5 - 0.1 * Double(indices[0])] }.record(in: place)
    let cells = try run.scoreboard().rows.map { $0.cells[0].isBest }
    #expect(cells == [true, true, true, true, false])
    #expect(
      run.answer == [
        "4 configurations, such as `a`, have the lowest stress, 1.",
        "`d` takes 200 ms, and the fastest, `e`, 100 ms.",
      ], "\(run.answer)")
  }

  @Test func failedTrialsAreCountedAndConstantsNamed() throws {
    var sample = SampleRun(["method": ["a", "b"]], ["stress", "edge_crossings"], repeats: 8) {
      [Double($0[0] + 1) + 0.001 * Double($1), 0]
    }
    sample.trials[0].status = "diverged"
    let run = try sample.record(in: place)
    let board = try run.scoreboard()
    #expect(board.measures.map(\.column.name) == ["stress"])
    #expect(try ChartedRun(run).pointNote.contains(" Failed trials are left out here, and "))
    #expect(board.constants.map(\.text) == ["0"] && board.rows.map(\.good) == [7, 8])
    let text = board.table.text()
    #expect(text.contains("7/8") && text.contains("★ 1.0"), "\(text)")
    #expect(board.caption(best: "★").contains("The same in every row: edge crossings 0."))
  }

  /// Each method fails on one graph.
  @Test func infinityInEveryRowIsExplained() throws {
    var run = SampleRun(["graph": ["g0", "g1"], "method": ["a", "b"]], ["stress"], repeats: 1) {
      indices, _ in [indices[0] == indices[1] ? nil : 1]
    }
    run.instances = ["graph"]
    let caption = try run.record(in: place).scoreboard().caption(best: "★")
    #expect(
      caption.hasSuffix(
        "∞: failed on a graph, or infinitely worse than its best. The same in every row: stress ∞ "
          + "(mean ratio to the best)."), "\(caption)")
  }

  /// Stresses below 0 have mean ranks: a and b are the best on as many graphs.
  @Test func constantsOverGraphsAreNamed() throws {
    var run = SampleRun(
      ["graph": ["g0", "g1"], "method": ["a", "b"]], ["edge_crossings", "stress"], repeats: 1
    ) { indices, _ in [5, indices[0] == indices[1] ? -2 : -1] }
    run.instances = ["graph"]
    let caption = try run.record(in: place).scoreboard().caption(best: "★")
    #expect(
      caption.hasSuffix(
        "The same in every row: edge crossings 1 (mean ratio to the best), stress 1.50 (mean rank)."
      ), "\(caption)")
  }

  @Test func withFewRepeatsOnlyTheBestValueIsMarked() throws {
    let run = try SampleRun(["method": ["a", "b"]], ["stress", "layout_seconds"], repeats: 3) {
      [Double($0[0] + 1) + 0.1 * Double($1), 1]
    }.record(in: place)
    let board = try run.scoreboard()
    #expect(board.caption(best: "★").contains("★: the best value."))
    let csv = TableFormat.csv.text(of: board.table, caption: "", name: "").split(separator: "\n")
    #expect(csv[0].hasSuffix(",stress,stress_low,stress_high,stress_best"), "\(csv[0])")
    #expect(csv[1].hasSuffix(",1") && csv[2].hasSuffix(","), "\(csv)")
  }

  @Test func theFrontIsThatOfTheFirstMeasure() throws {
    let sample = SampleRun(
      ["method": ["a", "b", "c"]], ["edge_crossings", "stress", "layout_seconds"], repeats: 8
    ) { indices, repetition in
      let noise = 0.01 * Double(repetition * (indices[0] + 2) % 5)
      return [[1, 2, 3], [2, 1, 3], [1, 2, 3]].map { $0[indices[0]] + noise }
    }
    let board = try sample.record(in: place).scoreboard()
    #expect(board.front?.map(\.name) == ["layout_seconds", "edge_crossings"])
    #expect(board.rows.map(\.isOnFront) == [true, false, false])
    #expect(board.caption(best: "★").contains("◆"))
    let narrow = board.table.text(width: 30)
    #expect(!narrow.contains("◆") && !board.caption(best: "★", of: narrow).contains("◆"))
  }

  @Test(arguments: [(1, "shortest layout time."), (3, "shortest median layout time.")])
  func theShortestTimeWithoutAVerdictIsNotTheFastest(repeats: Int, end: String) throws {
    let run = try SampleRun(
      ["method": ["a", "b"]], ["stress", "layout_seconds"], repeats: repeats
    ) { [Double($0[0] + 1) + 0.1 * Double($1), Double($0[0] + 1) + 0.2 * Double($1)] }.record(
      in: place)
    #expect(run.answer.last == "`a` also has the \(end)", "\(run.answer)")
  }

  /// Times of six repeats have a verdict.
  @Test func captionsSayThatMarksWithoutAVerdictAreBestValues() throws {
    let run = try SampleRun(
      ["method": ["a", "b"]], ["stress", "layout_hash", "layout_seconds"], repeats: 6
    ) { indices, repetition in
      let layout = indices[0] == 0 ? 0 : Double(repetition)
      return [1 + layout, layout, Double(indices[0] + 1) + 0.01 * Double(repetition)]
    }.record(in: place)
    let caption = try run.scoreboard().caption(best: "★")
    #expect(caption.contains("told from it; without a verdict, only the best value. No verdict on"))
  }

  /// Also if its stress is below the median of the best, 1.045, or the same.
  @Test(arguments: [0.5, 1.045, 2])
  func aConstantLayoutBesideRandomOnesHasNoVerdict(stress: Double) throws {
    let run = try SampleRun(
      ["method": ["a", "b", "c"]], ["stress", "layout_hash"], repeats: 8
    ) { indices, repetition in
      let layout = indices[0] == 1 ? 0 : Double(repetition)
      let value = [1, stress, 3][indices[0]] + 0.01 * layout
      return [value, Double(10 * indices[0]) + layout]
    }.record(in: place)
    let board = try run.scoreboard()
    #expect(board.rows.map { $0.cells[0].standing } == [.best, .untested, .worse])
    let best = try #require(Findings(run).best.first)
    #expect(best.configuration == 1 && best.within.isEmpty)
    let caption = board.caption(best: "★")
    #expect(
      caption.contains("No verdict on `b` by stress: fewer than 6 distinct repeats."), "\(caption)")
    let start = "Of the configurations with a verdict, `a` has the lowest stress, 1.0"
    #expect(run.answer[0].hasPrefix(start), "\(run.answer)")
    #expect(run.answer[0].contains("; the next is `c` with 3.0"), "\(run.answer)")
  }

  @Test func valuesThatOKTrialsLackAreNoFailures() throws {
    var sample = SampleRun(["method": ["a", "b", "c"]], ["stress"], repeats: 6) {
      [$0[0] == 1 ? nil : 1 + 0.1 * Double($1)]
    }
    for index in sample.trials.indices where sample.trials[index].settings == ["c"] {
      sample.trials[index].status = "diverged"
    }
    let rows = try sample.record(in: place).scoreboard().rows
    #expect(rows.map(\.good) == [6, 6, 0])
    #expect(rows.dropFirst().map { $0.cells[0].text } == ["none", "failed"])
  }

  /// Of b, five of eight trials are ok, and of c four, which makes it no worse.
  @Test func aConfigurationThatHalfFailedHasNoVerdict() throws {
    var sample = SampleRun(["method": ["a", "b", "c"]], ["stress"], repeats: 8) {
      [1 + 0.1 * Double($0[0]) + 0.01 * Double($1 * ($0[0] + 3) % 7)]
    }
    for index in sample.trials.indices {
      let trial = sample.trials[index]
      let failures = ["a": 0, "b": 3, "c": 4][trial.settings[0]] ?? 0
      if trial.repetition <= failures { sample.trials[index].status = "diverged" }
    }
    let cells = try sample.record(in: place).scoreboard().rows.map { $0.cells[0] }
    #expect(cells.map { $0.value == nil } == [false, false, true])
    #expect(cells[0].standing == .best && cells[2].standing == .unknown)
  }

  @Test(arguments: [1, 6]) func theOnlyConfigurationThatDidNotFailIsTheBest(repeats: Int) throws {
    var sample = SampleRun(["method": ["a", "b", "c"]], ["stress"], repeats: repeats) {
      [1 + 0.1 * Double($1)]
    }
    for index in sample.trials.indices where sample.trials[index].settings != ["b"] {
      sample.trials[index].status = "diverged"
    }
    let run = try sample.record(in: place)
    let board = try run.scoreboard()
    #expect(board.rows.map { $0.cells[0].standing } == [.unknown, .best, .unknown])
    #expect(!board.caption(best: "★").contains("No verdict"))
    #expect(run.answer.count == 1)
    #expect(run.answer[0].hasPrefix("`b` has the lowest stress, "), "\(run.answer)")
    #expect(run.answer[0].hasSuffix("; the others failed."), "\(run.answer)")
  }

  @Test func noStatementIsMadeIfAllTrialsFailed() throws {
    var sample = SampleRun.twoMethods
    for index in sample.trials.indices { sample.trials[index].status = "diverged" }
    let run = try sample.record(in: place)
    let findings = Findings(run)
    #expect(findings.effects.isEmpty && findings.texts(of: run).isEmpty)
    let files = DerivedFiles(of: run.files)
    let page = try PageContent(run, findings, files, catalog: nil, charts: [])
    #expect(page.answer.map(\.html) == ["All trials failed."])
  }

  private static let numbers: [(Double, ClosedRange<Double>?, String, String?)] = [
    (1898, 1700...2100, "1900", "1700 to 2100"), (1.354, 1.12...1.63, "1.35", "1.12 to 1.63"),
    (0.57821, 0.5774...0.5791, "0.5782", "0.5774 to 0.5791"), (3, 3...3, "3", nil),
    (1.5, 1.1...60, "1.5", "1.1 to 60"), (1898, nil, "1898", nil), (0.57821, nil, "0.578", nil),
    (4.2e-9, nil, "4.20e-09", nil), (.infinity, nil, "∞", nil), (0, 0...0.2, "0", "0 to 0.20"),
    (9.996, 9.0...11.0, "10", "9.0 to 11.0"),
  ]

  @Test(arguments: numbers)
  func numbersHaveTheDigitsOfTheirInterval(
    value: Double, interval: ClosedRange<Double>?, text: String, bounds: String?
  ) {
    let number = MeasuredNumber(value: value, interval: interval)
    #expect(
      number.text == text && number.boundsText == bounds,
      "\(number.text) \(number.boundsText ?? "")")
  }

  private static let factors: [(Double, ClosedRange<Double>?, String)] = [
    (0.48, 0.48...0.48, "0.4800 times"), (0.5, 0.5...0.5, "half"), (2.04, nil, "2.04 times"),
    (2, nil, "twice"), (1.94, 1.9...1.98, "1.940 times"), (1.94, 1.8...2.1, "twice"),
  ]

  /// A word stands for a ratio only if its interval contains it.
  @Test(arguments: factors)
  func wordsOfRatiosAreTrue(ratio: Double, interval: ClosedRange<Double>?, text: String) {
    #expect(Factor(ratio, interval).text == text)
  }

  @Test func formatsEscapeNamesAndKeepNumbers() throws {
    let run = try SampleRun(["method": ["a|b_%&$", "[x] \"--*~"]], ["stress"], repeats: 8) {
      [Double($0[0] + 1) / 3 + 0.001 * Double($1)]
    }.record(in: place)
    let table = try run.scoreboard().table
    let markdown = TableFormat.markdown.text(of: table, caption: "A|B", name: "x")
    #expect(markdown.contains("\n| a\\|b\\_%&amp;\\$ | **0.33"), "\(markdown)")
    #expect(markdown.contains("\n| \\[x\\] \"--\\*\\~ | "), "\(markdown)")
    #expect(
      markdown.hasPrefix("| method | stress |\n| --- | ---: |\n") && markdown.hasSuffix("\nA\\|B\n")
    )
    let latex = TableFormat.latex.text(of: table, caption: "50 % of x_1", name: "my run")
    #expect(latex.contains("\\caption{50 \\% of x\\_1}\n  \\label{tab:my-run}"), "\(latex)")
    #expect(latex.contains("a\\textbar{}b\\_\\%\\&\\$ & \\textbf{0.33"), "\(latex)")
    #expect(latex.contains("    {[}x{]} ''-{}-{*}\\textasciitilde{} & "), "\(latex)")
    let said = TableFormat.latex.text(of: table, caption: "They \"said\" so", name: "x")
    #expect(said.contains("\\caption{They ``said'' so}"), "\(said)")
    var large = Table([.init("stress", isNumeric: true)], rows: [["1.7e+18"]])
    large.rows[0][0].number = 1.7e18
    (large.rows[0][0].interval, large.rows[0][0].isBest) = ("9.1e+17 to 2.5e+18", true)
    #expect(
      TableFormat.latex.text(of: large, caption: "", name: "").contains(
        "{\\boldmath\\textbf{$1.7 \\cdot 10^{18}$}} {\\footnotesize ($9.1 \\cdot 10^{17}$ to "))
    let signed = Table([.init("strength", isNumeric: true)], rows: [["-30"], ["-1e300"], ["5"]])
    #expect(
      TableFormat.latex.text(of: signed, caption: "", name: "").contains(
        "    $-30$ \\\\\n    $-1 \\cdot 10^{300}$ \\\\\n    5 \\\\\n"))
    let csv = TableFormat.csv.text(of: table, caption: "", name: "").split(separator: "\n")
    #expect(csv[0] == "configuration,method,ok,trials,stress,stress_low,stress_high,stress_best")
    #expect(csv[1].hasPrefix("1,a|b_%&$,8,8,0.33") && csv[1].hasSuffix(",1"))
    #expect(csv[2].hasPrefix("2,\"[x] \"\"--*~\",8,8,0.67") && csv[2].hasSuffix(",0"))
  }
}

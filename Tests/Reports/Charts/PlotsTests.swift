import Foundation
import ForceLabPlugins
import ForceLabReports
import Testing
import ForceLabSettings

/// The charts of a run and their data.
@Suite struct ChartChoiceTests {
  @Test func iterationsHaveMediansAndPercentiles() throws {
    // Trials 1 … 6 have movements 1 … 6 times 100, 10, 1.
    let samples = (1...6).flatMap { trial in
      (0..<3).map { "\(trial),\($0 + 1),\(Double(trial) * [100, 10, 1][$0]),," }
    }
    let run = try MadeRun(
      [], ["movement"], trials: (1...6).map { ([], [Double($0)]) },
      samples: (["trial,iteration,movement,total_energy,kinetic_energy"] + samples)
        .joined(separator: "\n") + "\n")
    #expect(run.charts == ["movement"])
    let rows = try run.rows(of: "movement")
    #expect(rows.map { $0["x"] } == ["1", "2", "3"])
    #expect(rows.map { $0["y"] } == ["350", "35", "3.5"])
    #expect(rows.map { $0["low"] } == ["200", "20", "2"])
    #expect(rows.map { $0["high"] } == ["500", "50", "5"])
    #expect(try run.text(of: "plots/movement.vl.json").contains("\"type\":\"log\""))
  }

  /// The column of `study: bodies` has another name.
  @Test func curvesAreOverTheColumnThatIsDeclaredToBeOfIterations() throws {
    let run = try MadeRun(
      samples: "trial,step,movement\n1,4,100\n1,8,10\n1,12,1\n")
    #expect(try run.rows(of: "movement").map { $0["x"] } == ["4", "8", "12"])
    let script = try run.text(of: "plots/movement.vl.json")
    #expect(script.contains("Movement of all nodes over steps"))
  }

  @Test func aTrialThatHasEndedCountsWithItsLastValue() throws {
    let samples =
      "trial,iteration,movement\n1,1,10\n1,2,8\n2,1,20\n2,2,16\n2,3,12\n3,1,30\n3,2,24\n3,3,18\n3,4,1\n"
    let run = try MadeRun(
      [], ["movement"], trials: (1...3).map { ([], [Double($0)]) }, samples: samples
    )
    // Fewer than half of the trials reach the fourth iteration.
    let rows = try run.rows(of: "movement")
    #expect(rows.map { $0["y"] } == ["20", "16", "12"])
  }

  @Test func longTrialsAreThinnedAtCommonIterations() throws {
    let samples = (1...2).flatMap { trial in
      (1...(trial * 1000)).map { "\(trial),\($0),\(1 / Double($0))" }
    }
    let run = try MadeRun(
      ["count"], ["movement"],
      trials: [(["1"], [1]), (["1"], [2])],
      samples: (["trial,iteration,movement"] + samples).joined(separator: "\n") + "\n")
    let rows = try run.rows(of: "movement")
    #expect((50...201).contains(rows.count))
    #expect(rows.first?["y"] == "1")
    // Both trials have these rows and the same values.
    let early = rows.filter { Double($0["x"] ?? "").map { $0 <= 1000 } ?? false }
    for row in early.dropLast() {
      let iteration = try #require(Double(row["x"] ?? ""))
      #expect(Double(row["y"] ?? "") == 1 / iteration)
    }
  }

  @Test func energiesBelowZeroAreRelativeToTheirMinimum() throws {
    let run = try MadeRun(
      samples: "trial,iteration,total_energy\n1,1,-10\n1,2,-90\n1,3,-99\n1,4,-100\n")
    let rows = try run.rows(of: "energy")
    #expect(rows.map { $0["y"] } == ["90", "10", "1"])
  }

  @Test func configurationsWithoutATotalEnergyAreNamed() throws {
    let run = try MadeRun(
      ["force"], trials: [(["a"], [1]), (["b"], [2]), (["c"], [3])],
      samples: """
        trial,iteration,total_energy,kinetic_energy
        1,1,9,9
        1,2,1,1
        2,1,,9
        2,2,,1
        3,1,8,8
        3,2,2,2

        """)
    #expect(try Set(run.rows(of: "energy").map { $0["series"] }) == ["a", "c"])
    let chart = try run.text(of: "plots/energy.vl.json")
    #expect(chart.contains(" Not shown: b, because a force has no potential."))
  }

  @Test func energiesOfForcesAreLinesOfMagnitudes() throws {
    let run = try MadeRun(
      samples: """
        trial,iteration,kinetic_energy,potential_energy,potential_link,potential_many_body
        1,1,5,-1,7,-8
        1,2,0.01,-3,-2,-5

        """)
    let rows = try run.rows(of: "energy-ledger")
    #expect(
      rows.map { [$0["series"], $0["x"], $0["y"]] } == [
        ["kinetic", "1", "5"], ["kinetic", "2", "0.01"], ["link", "1", "7"],
        ["link < 0", "2", "2"],
        ["many-body < 0", "1", "8"], ["many-body < 0", "2", "5"],
      ])
    #expect(try run.text(of: "plots/energy-ledger.vl.json").contains("\"type\":\"log\""))
  }

  @Test func scalingChartsHaveFittedExponents() throws {
    var trials: [(settings: [String], values: [Double])] = []
    for size in [100.0, 1000, 10000] {
      for (strategy, exponent) in [("a", 2.0), ("b", 1)] {
        let time: Double = 3 * pow(size, exponent)
        trials.append(
          (["\(Int(size))", strategy], [size, time, 0]))
      }
    }
    let run = try MadeRun(
      ["graph.cells.count", "repulsion"], ["nodes", "tick_ns_median", "wall_seconds"],
      trials: trials)
    #expect(run.charts.contains("scaling"))
    let labels = Set(try run.rows(of: "scaling").compactMap { $0["series"] })
    #expect(labels == ["a ∝ n^2.00", "b ∝ n^1.00"])
    let script = try run.text(of: "plots/scaling.vl.json")
    #expect(script.components(separatedBy: "\"type\":\"log\"").count > 2)
  }

  @Test func twoSweptNumbersHaveAHeatMapAndSweepCharts() throws {
    var trials: [(settings: [String], values: [Double])] = []
    for a in [1.0, 2, 3] {
      for b in [10.0, 20, 40] {
        trials.append((["\(Int(a))", "\(Int(b))"], [a * b]))
      }
    }
    let run = try MadeRun(["a", "b"], ["stress"], trials: trials)
    #expect(run.charts == ["heatmap", "stress-a", "stress-b"])
    let cells = try run.rows(of: "heatmap")
    #expect(cells.count == 9)
    #expect(cells.first { $0["x"] == "3" && $0["y"] == "40" }?["value"] == "120")
  }

  @Test func parametersOfAStrategyAreOneLineOfTimeOverError() throws {
    let rows = [
      ("exact", 1e-16, 900.0), ("{kd-tree: {theta: 0.5}}", 1e-4, 90),
      ("{kd-tree: {theta: 0.9}}", 1e-3, 40), ("{fmm: {order: 5}}", 1e-5, 60),
      ("{fmm: {order: 3}}", 1e-3, 50),
    ]
    let run = try MadeRun(
      ["repulsion"], ["force_error_rms", "tick_ns_median", "wall_seconds"],
      trials: rows.map { ([$0.0], [$0.1, $0.2, 1]) })
    let lines = Dictionary(grouping: try run.rows(of: "time-error")) { $0["series"] ?? "" }
    #expect(lines.mapValues(\.count) == ["exact": 2, "kd-tree": 2, "fmm": 2])
    #expect(lines["kd-tree"]?.map { $0["y"] } == ["90", "40"])
    #expect(lines["kd-tree"]?.map { $0["label"] } == ["theta 0.5", "theta 0.9"])
  }

  @Test func ofManyConfigurationsEightAreShown() throws {
    let trials = (1...30).map { (["{saw: {teeth: \($0)}}"], [Double($0)]) }
    let samples = (1...30).flatMap { ["\($0),1,\($0)", "\($0),2,\(Double($0) / 2)"] }
    let run = try MadeRun(
      ["tool"], ["stress"], trials: trials,
      samples: (["trial,iteration,movement"] + samples).joined(separator: "\n") + "\n")
    let labels = try run.rows(of: "movement").compactMap { $0["series"] }
    #expect(Set(labels).count == 8)
    #expect(labels.contains("saw teeth 1") && labels.contains("saw teeth 30"))
    #expect(
      try run.text(of: "plots/movement.vl.json").contains(
        "8 of 30 configurations are shown, from the lowest to the highest stress."))
  }

  @Test func ofManyLinesEightAreShown() throws {
    let trials = (1...3).flatMap { a in (1...10).map { (["\(a)", "\($0)"], [Double(a * $0)]) } }
    let run = try MadeRun(["a", "b"], ["stress"], trials: trials)
    #expect(Set(try run.rows(of: "stress-a").compactMap { $0["series"] }).count == 8)
    #expect(
      try run.text(of: "plots/stress-a.vl.json").contains(
        "8 of 10 lines are shown, at even distances in the plan."))
  }

  @Test func timesDoNotChooseTheConfigurationsOfCurves() throws {
    let trials = (1...15).map { (["\($0)"], [Double(7 * $0 % 15)]) }
    let samples = (1...15).flatMap { ["\($0),1,\($0)", "\($0),2,\(Double($0) / 2)"] }
    let run = try MadeRun(
      ["teeth"], ["tick_ns_median"], trials: trials,
      samples: (["trial,iteration,movement"] + samples).joined(separator: "\n") + "\n")
    let labels = try run.rows(of: "movement").compactMap { $0["series"] }
    #expect(Set(labels) == Set([1, 3, 5, 7, 9, 11, 13, 15].map { "teeth \($0)" }))
    #expect(
      try run.text(of: "plots/movement.vl.json").contains(
        "8 of 15 configurations are shown, at even distances in the plan."))
  }

  @Test func qualityOverTimeIsThatOfAMeasureWithADirection() throws {
    let run = try MadeRun(
      ["size"], ["count_hits", "stress", "layout_seconds"],
      trials: [(["1"], [1, 30, 1]), (["2"], [2, 20, 2]), (["3"], [3, 10, 3])])
    let values = try run.rows(of: "time-quality").compactMap { $0["y"] }
    #expect(values.sorted() == ["10", "20", "30"])
    #expect(run.charts.contains("count-hits-size"))
  }

  @Test func pathsWithEqualEndsHaveChartsOfTheirOwn() throws {
    var trials: [(settings: [String], values: [Double])] = []
    for a in 1...3 {
      for b in 1...3 { trials.append((["\(a)", "\(b)"], [Double(a + 4 * b)])) }
    }
    let run = try MadeRun(
      ["forces.0.position.strength", "forces.1.position.strength"], ["stress"], trials: trials)
    let names = ["stress-0-position-strength", "stress-1-position-strength"]
    #expect(run.charts == ["heatmap"] + names)
    let text = try run.text(of: "plots/\(names[1]).vl.json")
    #expect(text.contains("Stress over 1 position strength"))
  }

  @Test func equalValuesHaveNoChart() throws {
    let run = try MadeRun(
      ["a"], ["stress"], trials: [(["1"], [2]), (["2"], [2])], isDrawn: false)
    #expect(throws: Diagnostic.self) { try RunCharts.draw(run.folder) }
    #expect(run.charts.isEmpty)
  }

  @Test func requestedChartsAreDrawn() throws {
    let run = try MadeRun(
      ["a", "tool"], ["stress", "mess"],
      trials: [
        (["0", "saw"], [0, 0]), (["0", "hammer"], [1, 3]),
        (["1", "saw"], [2, 6]), (["1", "hammer"], [3, 9]),
      ], experiment: "chart:\n  - {x: a, y: mess, color: tool, scale: linear}\n")
    let rows = try run.rows(of: "mess-a")
    #expect(
      rows.map { [$0["series"], $0["x"], $0["y"]] } == [
        ["saw", "0", "0"], ["saw", "1", "6"], ["hammer", "0", "3"], ["hammer", "1", "9"],
      ])
  }
}

/// A kind of chart from outside the library.
private struct TrialChart: ChartKind {
  func charts(of run: ChartedRun) throws(Diagnostic) -> [Chart] {
    let rows = run.configurations.flatMap { configuration in
      run.values("stress", of: configuration).map {
        Chart.Row(x: Double(configuration.number), y: $0)
      }
    }
    return [
      Chart(
        name: "by-trial", title: "Stress of all trials", caption: "One point per trial.",
        form: .points, x: Chart.Axis(of: .fact("configuration"), values: rows.map(\.x)),
        y: Chart.Axis(of: run.column("stress"), values: rows.map(\.y)), rows: rows)
    ]
  }
}

/// Kinds of charts of other packages.
@Suite struct ChartKindTests {
  @Test func aKindOfChartNeedsOnlyItsTypeAndAPlaceInTheList() throws {
    let run = try MadeRun(
      ["a"], ["stress"], trials: [(["1"], [2]), (["2"], [2])], isDrawn: false)
    let drawn = try RunCharts.draw(run.folder, charts: standardCharts + [TrialChart()])
    #expect(drawn.paths == [run.folder + "/plots/by-trial.vl.json"])
    #expect(try run.rows(of: "by-trial").map { $0["y"] } == ["2", "2"])
  }
}

/// Damaged samples are reported with their line.
@Suite struct DamagedSamplesTests {
  private func damage(_ samples: String) throws -> Diagnostic? {
    let run = try MadeRun(
      samples: samples, isDrawn: false)
    do {
      _ = try RunCharts.draw(run.folder)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    ("1,1,2\n1,2\n", 3, "2 fields in this row, but 3 columns"),
    ("1,1,2\n1,two,3\n", 3, "column iteration of this row is not a number"),
    ("1,1,2\nx,2,3\n", 3, "column trial of this row is not a number"),
    ("1,1,2\n1,2, 3\n", 3, "column movement of this row is not a number"),
    ("1,1,2\n1,2,3", 3, "the last row is truncated"),
    ("\n", 2, "column trial of this row is not a number"),
  ])
  func damagedRowsAreReportedWithTheirLine(rows: String, line: Int, message: String) throws {
    let damage = try damage("trial,iteration,movement\n" + rows)
    #expect(damage?.location?.line == line)
    #expect(damage?.message.contains(message) == true, "\(damage?.message ?? "none")")
  }

  @Test func aWrongHeaderIsReportedWithItsLine() throws {
    let damage = try damage("iteration,movement\n1,2\n")
    #expect(damage?.location?.line == 1)
  }
}

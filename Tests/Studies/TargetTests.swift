import Testing

@testable import ForceLabStudies

/// Metrics during the layout, and the times at which they reach targets.
@Suite struct TargetTests {
  /// The x of the first node. More is better, or less if `isLow`.
  struct Reach: Metric {
    var isLow = false

    static let manual = Manual<Self>(
      "reach", "The x of the first node.",
      parameters: [Parameter("is-low", \.isLow, "Whether less is better.")])

    var columns: [Column] { [.measure("reach", better: isLow ? .lower : .higher)] }
    func value(of layout: FinishedLayout) -> Double? { layout.coordinates[0].first }
  }

  private func tracker(_ metric: Reach, target: Double) throws -> QualityTracker {
    var study = LayoutStudy {
      $0.record = Recording { $0.metrics = MetricRecording { $0.every = 2 } }
    }
    study.metrics = [metric]
    study.targets = ["reach": target]
    #expect(study.trackingProblems().isEmpty)
    return try #require(QualityTracker(study, of: try Graph(nodeCount: 1, edges: [])))
  }

  /// x = i² after i iterations of 5 ms: it reaches 40 at i = 7.
  @Test func theFirstTimeAtTheTargetCounts() throws {
    var tracker = try tracker(Reach(), target: 40)
    for i in 1...10 {
      let x = Double(i * i)
      let row = tracker.measure([[x], [0]], iteration: i, nanoseconds: Int64(i) * 5_000_000)
      #expect(row == [.integer(i * 5_000_000), .number(x)])
      #expect(tracker.values(after: i) == ["reach": .number(x)])
      #expect(tracker.values(after: i + 1).isEmpty)
      #expect(tracker.reached.isEmpty == (i < 7))
    }
    #expect(
      tracker.reached == [
        "time_to_reach_seconds": .number(0.035), "iterations_to_reach": .integer(7),
      ])
  }

  /// x = 100 − i² falls to 51 at i = 7, and rises again afterwards.
  @Test func lowerMayBeBetter() throws {
    var tracker = try tracker(Reach(isLow: true), target: 51)
    for i in [1, 3, 5, 7, 8, 9] {
      let x = i > 7 ? 1000 : Double(100 - i * i)
      _ = tracker.measure([[x], [0]], iteration: i, nanoseconds: Int64(i))
    }
    #expect(tracker.reached["iterations_to_reach"] == .integer(7))
    var never = try self.tracker(Reach(isLow: true), target: -1)
    _ = never.measure([[0], [0]], iteration: 1, nanoseconds: 1)
    #expect(never.reached.isEmpty)
  }

  @Test func positionsThatAreNotFiniteHaveNoValues() throws {
    var tracker = try tracker(Reach(), target: 1)
    for x in [Double.nan, .infinity] {
      #expect(tracker.measure([[x], [0]], iteration: 1, nanoseconds: 1) == [.none, .none])
    }
    #expect(tracker.reached.isEmpty)
  }

  @Test func theScheduleIsThatOfRecordsUnlessGiven() throws {
    let tracker = try tracker(Reach(), target: 1)
    #expect(tracker.every == 2)
    let run = try run(base + "record: {every: 1000, metrics: {}}\nstop: {iterations: 30}")
    #expect(
      try run.samples.column("iteration") == ((1...20) + [22, 24, 26, 28, 30]).map(String.init))
  }

  /// Layouts are measured when some have been kept, and at the end.
  @Test func manyIterationsAreMeasuredInTheirOrder() throws {
    let run = try run(
      base + "record: {every: 1000, metrics: {every: 1}}\nstop: {iterations: 150}")
    #expect(try run.samples.column("iteration") == (1...150).map(String.init))
    let stress = try run.samples.column("stress")
    #expect(Set(stress).count > 140 && !stress.contains(""))
    #expect(stress.last == (try run.only()["stress"]))
  }

  @Test func nothingIsMeasuredAfterATimeout() throws {
    let run = try run(base + "timeout: 1e-9\nrecord: {metrics: {every: 1}}")
    #expect(try run.only()["status"] == "timed-out")
    #expect(try run.samples.column("stress") == [""])
  }

  private let base = """
    graph: {mesh: {rows: 5, columns: 6}}
    placement: {uniform: {width: 100, height: 100}}
    metrics: [stress, edge-crossings, procrustes]

    """

  @Test func samplesAndTargetsAgree() throws {
    let run = try run(
      base + """
        record: {every: 5, metrics: {every: 3}}
        targets: {stress: 0.08, edge-crossings: 0}
        stop: {iterations: 100}
        """)
    let row = try run.only()
    let samples = run.samples.rows
    // Metrics are measured at multiples of 3 and at the end; other rows have movement only.
    for sample in samples {
      let iteration = try #require(sample["iteration"].flatMap { Int($0) })
      #expect(iteration % 3 == 0 || iteration % 5 == 0)
      let isMeasured = iteration % 3 == 0 || iteration == 100
      #expect((sample["stress"] != "") == isMeasured && (sample["layout_ns"] != "") == isMeasured)
      #expect(sample["movement"] != "" && sample["procrustes"] == nil)
    }
    #expect(samples.last?["stress"] == row["stress"])
    #expect(samples.last?["edge_crossings"] == row["edge_crossings"])
    let first = try #require(
      samples.first { sample in sample["stress"].flatMap { Double($0) }.map { $0 <= 0.08 } ?? false
      })
    #expect(row["iterations_to_stress"] == first["iteration"])
    let time = try #require(row["time_to_stress_seconds"].flatMap { Double($0) })
    let clocked = try #require(first["elapsed_ns"].flatMap { Double($0) })
    let whole = try #require(first["layout_ns"].flatMap { Double($0) })
    // The time begins with the placement.
    #expect(time == whole / 1e9 && whole >= clocked)
  }

  /// An event before the first iteration changes the graph that is measured.
  @Test func aLayoutWithoutIterationsIsMeasured() throws {
    let run = try run(
      """
      graph: {mesh: {rows: 5, columns: 6}}
      metrics: [edge-crossings]
      targets: {edge-crossings: 5000}
      stop: {iterations: 0}
      events: [{at: 0, add-nodes: {count: 3, links: 2}}]
      """)
    let row = try run.only()
    #expect(row["status"] == "ok" && row["iterations_to_edge_crossings"] == "0")
    #expect(row["time_to_edge_crossings_seconds"] == row["layout_seconds"])
    #expect(try run.samples.column("iteration") == ["0"])
    #expect(try run.samples.column("edge_crossings").last == row["edge_crossings"])
  }

  @Test func aTargetOutOfReachIsEmpty() throws {
    let row = try run(base + "targets: {stress: 0}\nstop: {iterations: 5}").only()
    #expect(row["iterations_to_stress"] == "" && row["time_to_stress_seconds"] == "")
    #expect(row["status"] == "ok")
  }

  @Test func resultsDoNotDependOnThreadsOrRuns() throws {
    let yaml =
      base + """
        targets: {stress: 0.1}
        stop: {iterations: 40}
        sweep: {grid: {threads: [1, 3]}}
        """
    let (first, second) = (try run(yaml), try run(yaml))
    #expect(first.trials.withoutTimes == second.trials.withoutTimes)
    #expect(first.samples.withoutTimes == second.samples.withoutTimes)
    let rows = first.samples.withoutTimes.dropFirst().map { Array($0.dropFirst()) }
    #expect(rows.prefix(rows.count / 2).elementsEqual(rows.suffix(rows.count / 2)))
    #expect(
      first.trials.rows[0]["iterations_to_stress"] == first.trials.rows[1]["iterations_to_stress"])
  }

  /// Measuring during the layout changes no result.
  @Test func layoutsAreTheSame() throws {
    let plain = try run(base + "stop: {iterations: 20}").only()
    let measured = try run(base + "targets: {stress: 0.2}\nstop: {iterations: 20}").only()
    for name in ["layout_hash", "stress", "edge_crossings", "movement"] {
      #expect(plain[name] == measured[name], "\(name)")
    }
  }
}

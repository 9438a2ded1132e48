import Testing

/// Metrics that need more than the finished layout.
@Suite struct MetricTests {
  private let base = """
    graph: {mesh: {rows: 4, columns: 5}}
    forces: [many-body, link]
    stop: {iterations: 40}

    """

  @Test func procrustesComparesWithTheFirstTrialOfTheConfiguration() throws {
    let run = try run(
      base + """
        repeat: 3
        placement: {uniform: {width: 100, height: 100}}
        metrics: [procrustes]
        sweep: {grid: {dimensions: [2, 3]}}
        """)
    // The first trial of each of the two configurations has no value, so that none counts.
    let values = try run.trials.column("procrustes")
    #expect(values.prefix(2) == ["", ""])
    let numbers = values.dropFirst(2).compactMap { Double($0) }
    #expect(numbers.count == 4 && numbers.allSatisfy { $0 > 1e-6 && $0 <= 1 })
    #expect(Set(numbers).count == 4)
  }

  /// A layout that is the same to the last bit is at a distance of exactly 0, which shows that the
  /// first is read from its file as it was.
  @Test func equalLayoutsHaveDistanceZero() throws {
    let run = try run(base + "repeat: 3\nplacement: phyllotaxis\nmetrics: [procrustes]")
    #expect(try run.trials.column("procrustes") == ["", "0", "0"])
  }

  @Test func procrustesIsEmptyIfTheFirstTrialFailed() throws {
    let run = try run(
      """
      graph: {ring: 20}
      repeat: 2
      forces: [many-body: {strength: -1e308}]
      integrator: displacement
      metrics: [procrustes, force-error]
      """)
    for column in ["procrustes", "force_error_rms"] {
      #expect(try run.trials.column(column) == ["", ""])
    }
  }

  @Test func otherMetricsMayFollowQuality() throws {
    #expect(try problems("metrics: [quality, procrustes, modularity]").isEmpty)
  }

  @Test func forceErrorIsThatOfTheStrategy() throws {
    let run = try run(
      """
      graph: {cells: 400}
      placement: uniform
      forces: [many-body, center-spring]
      stop: {iterations: 2}
      metrics: [force-error]
      sweep: {grid: {repulsion: [exact, {kd-tree: {theta: 0.3}}, {kd-tree: {theta: 1.5}}]}}
      """)
    let rms = try run.trials.numbers("force_error_rms")
    #expect(rms[0] < 1e-14 && rms[0] < rms[1] && rms[1] < rms[2] && rms[2] < 0.1)
    for (least, most) in [("rms", "p99"), ("p99", "max")] {
      let pairs = zip(
        try run.trials.numbers("force_error_\(least)"),
        try run.trials.numbers("force_error_\(most)"))
      #expect(pairs.allSatisfy { $0 <= $1 })
    }
  }

  @Test func withoutPairwiseForcesThereIsNoForceError() throws {
    let run = try run("graph: {ring: 9}\nforces: [link]\nmetrics: [force-error]")
    #expect(try run.only()["force_error_max"] == "" && run.only()["status"] == "ok")
  }

  /// A column that stays empty has a note.
  @Test(arguments: [
    (
      "dimensions: 3\nmetrics: [stress, edge-crossings]",
      "e.yaml:3:19: note: 'edge-crossings' lacks values: it is"
    ),
    ("dimensions: 3\nmetrics: [crossing-angle]", "it is measured in 2D only"),
    ("dimensions: 3\nmetrics: [node-uniformity]", "it is measured in 2D only"),
    ("dimensions: 3\nmetrics: [symmetry]", "it is measured in 2D only"),
    ("metrics: [symmetry]\ngraph: {random: {nodes: 5, edges: 0}}", "the graph has no edges"),
    ("dimensions: 3\nmetrics: [quality]", "angular-resolution: angles are measured in 2D only"),
    ("metrics: [edge-length-cv]\ngraph: {random: {nodes: 5, edges: 0}}", "the graph has no edges"),
    (
      "metrics: [neighborhood-preservation]\ngraph: {random: {nodes: 5, edges: 0}}",
      "the graph has no edges"
    ),
    ("metrics: [angular-resolution]\ngraph: {path: {count: 2}}", "no node has two edges"),
    ("metrics: [quality]", nil),
  ])
  func aMetricWithoutValuesHasANote(_ yaml: String, _ note: String?) throws {
    let problems = try problems(yaml)
    #expect(problems.count == (note == nil ? 0 : 1), "\(problems)")
    if let note { #expect(problems.first?.contains(note) == true, "\(problems)") }
  }

  private struct Iterations: Metric {
    static let manual = Manual<Self>("iterations", "Has the column of another measure.")
    func value(of layout: FinishedLayout) -> Double? { 1 }
  }

  @Test func aMetricHasNoColumnOfTheStudy() throws {
    let catalog = Catalog.standard + [Iterations.self]
    let invalid = try #require(throws: InvalidExperiment.self) {
      try plan("metrics: [stress, iterations]", catalog: catalog)
    }
    let text =
      "e.yaml:2:19: error: every layout has a column 'iterations'; rename that of 'iterations'"
    #expect(invalid.diagnostics.map(\.description) == [text])
  }
}

import Testing

@testable import ForceLabStudies

/// Measures of a tuning that the experiment does not have yet.
@Suite struct TuningTests {
  private func tuning(
    _ measures: String, _ yaml: String = "", set overrides: [String] = [], in folder: String = "."
  ) throws -> TuningPlan {
    let tune = "tune: {minimize: \(measures), over: {forces.link.length: {from: 1, to: 100}}}\n"
    let start = "graph: {ring: 8}\nforces: [many-body, link]\nstop: {iterations: 3}\n"
    return try TuningPlan(try plan(start + tune + yaml, in: folder, set: overrides))
  }

  private func metrics(of tuning: TuningPlan) throws -> [String] {
    let study = try #require(tuning.plan.configurations[0].study as? LayoutStudy)
    return study.metrics.map(\.name)
  }

  @Test func metricsAreAddedToThoseOfTheFile() throws {
    #expect(try metrics(of: tuning("[stress]")) == ["stress"])
    let more = try tuning("[stress]", "metrics: [edge-crossings]")
    #expect(try metrics(of: more) == ["edge-crossings", "stress"])
  }

  @Test func metricsAreAddedToThoseOfSet() throws {
    let more = try tuning("[stress]", set: ["metrics=[edge-crossings]"])
    #expect(try metrics(of: more) == ["edge-crossings", "stress"])
  }

  @Test func metricsAreAddedToThoseOfAPreset() throws {
    let preset = "summary: Mine.\nsettings: {metrics: [stress]}\n"
    try withFolder(["mine.preset.yaml": preset]) { folder in
      let more = try tuning("[stress, edge-crossings]", "preset: mine", in: folder)
      #expect(try metrics(of: more) == ["stress", "edge-crossings"])
    }
  }

  @Test(arguments: ["graph_hash", "nodes"])
  func factsAndHashesAreNoMeasures(name: String) throws {
    let error = #expect(throws: InvalidExperiment.self) { try tuning("[\(name)]") }
    let message = error?.diagnostics.first?.message ?? ""
    #expect(message.hasPrefix("unknown measure '"), "\(message)")
  }
}

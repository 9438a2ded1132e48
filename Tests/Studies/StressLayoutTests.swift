import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins
import ForceLabQuality
import ForceLabStudies
import ForceLabTestSupport
import Testing

/// Layouts by stress, as an experiment sets them.
@Suite struct StressLayoutTests {
  private static let graph = "graph: {mesh: {rows: 12, columns: 12}}\n"

  @Test(arguments: [
    ("stress", 0), ("sparse-stress", 0), ("fast-multilevel", 0), ("neighborhoods", 100),
    ("maxent-stress", 200),
  ])
  func presetsUntangleAMesh(preset: String, ticks: Int) throws {
    let row = try run(
      Self.graph + "preset: \(preset)\nmetrics: [stress, neighborhood-preservation]"
    ).only()
    #expect(row["status"] == "ok")
    #expect(row["iterations"] == "\(ticks)")
    #expect(row["stop_reason"] == "iterations")
    #expect(try #require(row["stress"].flatMap(Double.init)) < 0.05)
    #expect(try #require(row["neighborhood_preservation"].flatMap(Double.init)) > 0.7)
  }

  @Test func noIterationsKeepTheStart() throws {
    let run = try run(
      """
      graph: {file: graph.edges}
      placement: {file: {path: start.csv}}
      stop: {iterations: 0}
      """, files: ["graph.edges": "0 1\n", "start.csv": "id,x,y\n0,1,2\n1,3.5,-4\n"])
    #expect(try run.only()["iterations"] == "0")
    #expect(try run.layout() == [[1, 2], [3.5, -4]])
    #expect(run.samples.rows.isEmpty)
  }

  @Test(arguments: ["0.2", "200ms", "0.2s", "200 ms", "200000us"])
  func budgetsAreTimes(text: String) throws {
    let row = try run(
      Self.graph + "time-budget: \(text)\nmetrics: [stress]\npin: [{node: 5, at: [7, 8]}]"
    ).only()
    #expect(row["status"] == "ok")
    // All pairs of a small graph count.
    #expect(row["pivots"] == "144")
    #expect(try #require(row["stress"].flatMap(Double.init)) < 0.03)
  }

  @Test func budgetsLeaveNothingToOtherKeys() throws {
    #expect(
      try problems(Self.graph + "time-budget: fast").contains {
        $0.hasPrefix("e.yaml:3:14: error: 'time-budget' must be a time, such as 100ms")
      })
    #expect(try problems(Self.graph + "time-budget: 0").count == 1)
    #expect(
      try problems(Self.graph + "time-budget: 1s\nforces: [link]").contains {
        $0.contains("'forces'") && $0.contains("'time-budget'")
      })
  }

  /// However short the budget is, all nodes have a place.
  @Test(arguments: [1e-9, 1e-4, 0.002, 0.05])
  func anyBudgetGivesALayout(seconds: Double) throws {
    let graph = try MeshSource(rows: 60, columns: 60).graph()
    let layout = TimedStressLayout(budget: seconds)
    var generator = SeededGenerator(seed: 1)
    let positions = layout.coordinates(
      of: graph, in: PlacementContext(graph), using: &generator)
    #expect(positions.allSatisfy { $0.count == 3600 && $0.allSatisfy(\.isFinite) })
    #expect(try #require(Stress().value(of: FinishedLayout(graph, at: positions))) < 0.9)
  }
}

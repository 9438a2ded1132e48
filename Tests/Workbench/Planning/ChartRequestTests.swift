import ForceLabPlugins
import Testing
import ForceLabWorkbench
import ForceLabSettings

/// Errors in `chart:` are reported before anything runs.
@Suite struct ChartRequestTests {
  private let base = """
    readings: 3
    sweep: {grid: {value: [1, 2, 3], tool: [hammer, saw]}}
    chart:

    """

  @Test(arguments: [
    "x: value, y: score", "x: value, y: median_score, color: tool",
    "x: wall_seconds, y: score, facet: tool, scale: log-log",
    "x: reading, y: level, color: value, facet: tool, scale: log-y",
    "x: sd_score, y: outliers_score",
  ])
  func pathsAndColumnsOfAllTablesCanBeDrawn(chart: String) throws {
    #expect(try problems(base + "  - {\(chart)}\n") == [])
  }

  @Test func chartsLeftOutByAnOverrideAreNotes() throws {
    let text = base + "  - {x: value, y: score, facet: tool}\n"
    let changed = try plan(text, set: ["sweep={grid: {value: [1, 2]}}"])
    #expect(changed.notes.map(\.severity) == [.note])
    #expect(changed.notes.first?.message.hasPrefix("'tool' is not swept") == true)
  }

  @Test func unitsOfSweptPathsAreThoseOfTheManuals() {
    let catalog = Catalog.workshop
    #expect(Experiment.unit(at: "timeout", study: "bench", in: catalog) == "s")
    #expect(Experiment.unit(at: "tool.hammer.weight", study: "bench", in: catalog) == "")
    #expect(Experiment.unit(at: "tool", study: "nothing", in: catalog) == "")
  }
}

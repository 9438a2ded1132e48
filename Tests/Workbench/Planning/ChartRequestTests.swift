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

  private func mistakes(_ chart: String) throws -> [String] {
    try problems(base + "  - {\(chart)}\n")
  }

  @Test(arguments: [
    "x: value, y: score", "x: value, y: median_score, color: tool",
    "x: wall_seconds, y: score, facet: tool, scale: log-log",
    "x: reading, y: level, color: value, facet: tool, scale: log-y",
    "x: sd_score, y: outliers_score",
  ])
  func pathsAndColumnsOfAllTablesCanBeDrawn(chart: String) throws {
    #expect(try mistakes(chart) == [])
  }

  @Test(arguments: [
    ("x: valeu, y: score", "unknown column or path 'valeu'; did you mean 'value'?"),
    ("x: value, y: scores", "unknown column or path 'scores'; did you mean 'score'?"),
    ("x: value, y: medan_score", "did you mean 'median_score'?"),
    (
      "x: tool, y: score",
      "'tool' has the value 'hammer', which is not a number; use it as color or facet"
    ),
    ("x: value, y: score, color: whole", "'whole' is not swept; use one of value, tool"),
    ("x: value, y: score, facet: tol", "'tol' is not swept; did you mean 'tool'?"),
    (
      "x: value, y: level",
      "'level' is recorded per iteration, 'value' is not; use iteration for x"
    ),
    (
      "x: reading, y: score",
      "'reading' is recorded per iteration, 'score' is not; use one of level"
    ),
    ("x: value, y: score, scale: log", "one of linear, log-x, log-y, log-log"),
    ("x: value", "'y'"),
  ])
  func errorsInChartsHavePlacesAndHints(chart: String, message: String) throws {
    let mistakes = try mistakes(chart)
    #expect(mistakes.count == 1 && mistakes.first?.contains(message) == true, "\(mistakes)")
    #expect(mistakes.first?.hasPrefix("e.yaml:6:") == true, "\(mistakes)")
  }

  @Test func chartsLeftOutByAnOverrideAreNotes() throws {
    let text = base + "  - {x: value, y: score, facet: tool}\n"
    let changed = try plan(text, set: ["sweep={grid: {value: [1, 2]}}"])
    #expect(changed.notes.map(\.severity) == [.note])
    #expect(changed.notes.first?.message.hasPrefix("'tool' is not swept") == true)
  }

  @Test func tooManyPanelsAreRefused() throws {
    let text = """
      sweep: {grid: {whole: [1, 2, 3, 4, 5, 6, 7]}}
      chart:
        - {x: wall_seconds, y: score, facet: whole}

      """
    #expect(throws: InvalidExperiment.self) { _ = try plan(text) }
  }

  @Test func unitsOfSweptPathsAreThoseOfTheManuals() {
    let catalog = Catalog.workshop
    #expect(Experiment.unit(at: "timeout", study: "bench", in: catalog) == "s")
    #expect(Experiment.unit(at: "tool.hammer.weight", study: "bench", in: catalog) == "")
    #expect(Experiment.unit(at: "tool", study: "nothing", in: catalog) == "")
  }
}

import ForceLabPlugins
import ForceLabSettings

/// The main measures over each swept number, a line for each of the other settings.
struct SweepCharts: ChartKind {
  func charts(of run: ChartedRun) -> [Chart] {
    var charts: [Chart] = []
    let paths = run.numericPaths(minimum: 3)
    // Of many swept numbers, only the first measure is shown.
    let measures = run.chartMeasures.prefix(paths.count > 2 ? 1 : 3)
    for path in paths.prefix(6) {
      for measure in measures where !(measure.isTime && Self.isSize(path)) {
        let lines = ConfigurationLines(run, over: path, of: measure.name)
        let (panels, note) = lines.panels()
        let (places, values) = (lines.places, lines.values)
        let chart = Chart(
          name: Chart.name(measure.name, path),
          title: "\(measure.title.capitalizedFirst) over \(run.column(path).title)",
          caption: run.pointNote + note, form: .points(areJoined: lines.isOrdered),
          x: run.axis(ofPath: path, places),
          y: Chart.Axis(of: measure, values: values, isLogarithmic: values.isWide),
          panels: panels, source: "trials.csv")
        let series = panels.flatMap(\.series).map { $0.points.map(\.y) }
        if series.contains(where: { run.differ($0, in: measure) }) { charts.append(chart) }
      }
    }
    return charts
  }

  /// Whether the path sets the size of the graph, over which `ScalingCharts` show times.
  private static func isSize(_ path: String) -> Bool {
    ["count", "rows", "columns"].contains { path.hasSuffix($0) } || path == "points"
  }
}

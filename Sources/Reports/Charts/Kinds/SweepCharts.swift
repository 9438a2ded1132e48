import ForceLabPlugins

/// The main measures over each swept number, a line for each of the other settings.
struct SweepCharts: ChartKind {
  func charts(of run: ChartedRun) -> [Chart] { run.sweepCharts }

  /// Cost: the values of all configurations for each chart.
  static func all(of run: ChartedRun) -> [Chart] {
    let paths = run.numericPaths(minimum: 3).map { run.paths[$0] }
    // Of many swept numbers, only the first measure is shown.
    let measures = run.chartMeasures.prefix(paths.count > 2 ? 1 : 3)
    return paths.prefix(6).flatMap { path in
      measures.filter { !($0.isTime && isSize(path)) }.compactMap { measure -> Chart? in
        let lines = ConfigurationLines(run, over: path, of: measure.name)
        let (rows, note) = lines.rows()
        guard rows.lines.contains(where: { run.differ($0.map(\.y), in: measure) }) else {
          return nil
        }
        return Chart(
          name: Chart.name(measure.name, run.run.shortName(of: path, from: 2)),
          title: "\(measure.title.capitalizedFirst) over \(run.column(path).title)",
          caption: run.pointNote + note, form: lines.isOrdered ? .joinedPoints : .points,
          x: run.axis(ofPath: path, lines.xValues),
          y: Chart.Axis(of: measure, values: lines.values, isLogarithmic: lines.values.isWide),
          rows: rows)
      }
    }
  }

  /// Whether the path sets the size of the graph, over which `ScalingCharts` show times.
  private static func isSize(_ path: String) -> Bool {
    ["count", "rows", "columns"].contains { path.hasSuffix($0) } || path == "points"
  }
}

import ForceLabPlugins
import ForceLabSettings

/// Measures of the finished layout that were also measured during the layout, over the time since the start
/// of the layout: a line for each configuration.
struct QualityTraces: ChartKind {
  func charts(of run: ChartedRun) throws(Diagnostic) -> [Chart] {
    let samples = run.run.columns.samples
    guard let time = samples.first(where: { $0.use == .totalTime }),
      let (shown, curves) = try run.curves()
    else { return [] }
    let finished = Set(run.run.columns.trials.map(\.name))
    var charts: [Chart] = []
    for measure in samples where finished.contains(measure.name) {
      guard let better = measure.better, [nil, .quality].contains(measure.use),
        curves.columns.contains(measure.name)
      else { continue }
      let panels = shown.panels { curves.spreads(measure.name, over: time.name, of: $0) }
      let points = panels.flatMap(\.series).flatMap(\.points)
      let (times, values) = (points.map(\.x), points.map(\.y))
      guard panels.contains(where: { $0.series.contains { $0.points.count > 1 } }) else { continue }
      let chart = Chart(
        name: "trace-" + measure.name.replacing("_", with: "-"),
        title: "\(measure.title.capitalizedFirst) during the layout",
        caption: run.curveNote + " \(better.rawValue.capitalizedFirst) values are better."
          + shown.note,
        x: Chart.Axis(of: time, values: times, isLogarithmic: times.isWide),
        y: Chart.Axis(of: measure, values: values, isLogarithmic: values.isWide), panels: panels,
        source: "samples.csv")
      if chart.isWorthwhile { charts.append(chart) }
    }
    return charts
  }
}

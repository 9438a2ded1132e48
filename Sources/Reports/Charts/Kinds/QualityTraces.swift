import ForceLabPlugins
import ForceLabSettings

/// Measures of the finished layout that were also measured on the way, over time: a line for each configuration.
struct QualityTraces: ChartKind {
  func charts(of run: ChartedRun) throws(Diagnostic) -> [Chart] {
    let samples = run.run.columns.samples
    guard let time = samples.first(where: { $0.use == .totalTime }),
      let (shown, curves) = try run.curves()
    else { return [] }
    let finished = Set(run.run.columns.trials.map(\.name))
    return samples.compactMap { measure -> Chart? in
      guard finished.contains(measure.name), let better = measure.better,
        [nil, .quality].contains(measure.use)
      else { return nil }
      let rows = shown.rows { curves.spreads(measure.name, over: time.name, of: $0) }
      let (times, values) = (rows.map(\.x), rows.map(\.y))
      let chart = Chart(
        name: "trace-" + measure.name.replacing("_", with: "-"),
        title: "\(measure.title.capitalizedFirst) during the layout",
        caption: run.curveNote + " \(better.rawValue.capitalizedFirst) values are better."
          + shown.note(on: rows),
        x: Chart.Axis(of: time, values: times, isLogarithmic: times.isWide),
        y: Chart.Axis(of: measure, values: values, isLogarithmic: values.isWide), rows: rows,
        source: "samples.csv")
      return rows.haveLines && chart.isWorthwhile ? chart : nil
    }
  }
}

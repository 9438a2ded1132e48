/// The quality of layouts over the time of the whole layout, a point for each configuration.
struct QualityOverTime: ChartKind {
  func charts(of run: ChartedRun) -> [Chart] {
    // Graphs have values of different size: `AlgorithmCharts` compare them.
    guard run.instances == nil, let time = run.columns(for: .totalTime).first,
      let quality = run.mainQuality, let better = quality.better
    else { return [] }
    let color = run.colorPath.map { [run.paths[$0]] } ?? []
    let lines = ConfigurationLines(run, over: time.name, of: quality.name, by: .paths(color))
    let (rows, note) = lines.labeledRows(better: better)
    let (times, values) = (lines.xValues, lines.values)
    let chart = Chart(
      name: "time-quality", title: "\(quality.title.capitalizedFirst) over time",
      caption:
        "One point per configuration. Shorter times and \(better.rawValue) values are better. "
        + run.pointNote + note, form: .points,
      x: Chart.Axis(of: time, values: times, isLogarithmic: times.isWide || times.hasFarMaximum),
      y: Chart.Axis(of: quality, values: values, isLogarithmic: values.isWide), rows: rows)
    return chart.isWorthwhile ? [chart] : []
  }
}

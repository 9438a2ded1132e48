import ForceLabPlugins
import ForceLabWorkbench

/// The time of a step, that of a layout where algorithms are compared, and memory over the size, with exponents.
struct ScalingCharts: ChartKind {
  func charts(of run: ChartedRun) -> [Chart] {
    guard let size = run.columns(for: .size).first else { return [] }
    var charts: [Chart] = []
    let time = run.instances.flatMap { _ in run.run.mainTime }
    let all = run.columns(for: .stepTime) + [time].compactMap { $0 } + run.columns(for: .cost)
    for measure in all.uniqued(on: \.name) {
      // A line for each algorithm, however many graphs have one size.
      let isOfAlgorithms = measure.name == time?.name
      let lines = ConfigurationLines(
        run, over: size.name, of: measure.name,
        by: isOfAlgorithms ? .paths(run.run.settingPaths) : .everything)
      guard let minimum = lines.xValues.first, let maximum = lines.xValues.last,
        maximum > 1.5 * minimum
      else { continue }
      let (points, note) = lines.rows()
      let rows = Self.withExponents(points)
      let hasExponents = rows.contains { $0.series.contains("∝") }
      charts.append(
        Chart(
          name: charts.isEmpty ? "scaling" : "scaling-\(measure.name.replacing("_", with: "-"))",
          title: "\(measure.title.capitalizedFirst) over number of \(size.title)",
          caption: run.pointNote
            + (hasExponents ? " Exponents are fitted by least squares of the logarithms." : "")
            + note, form: isOfAlgorithms ? .points : .joinedPoints,
          x: Chart.Axis(of: size, values: lines.xValues, isLogarithmic: true),
          y: Chart.Axis(of: measure, values: lines.values, isLogarithmic: true), rows: rows))
    }
    return charts.filter(\.isWorthwhile)
  }

  /// Panels share labels, but not exponents, so several get none.
  private static func withExponents(_ rows: [Chart.Row]) -> [Chart.Row] {
    guard Set(rows.map(\.panel)).count == 1 else { return rows }
    return rows.lines.flatMap { line -> [Chart.Row] in
      guard let law = PowerLaw(line.map { ($0.x, $0.y) }) else { return line }
      return line.map { row in
        var row = row
        row.series += (row.series.isEmpty ? "" : " ") + law.text
        return row
      }
    }
  }
}

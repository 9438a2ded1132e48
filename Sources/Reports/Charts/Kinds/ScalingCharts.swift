import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench

/// Time and memory over the size of the problem, with fitted exponents.
struct ScalingCharts: ChartKind {
  func charts(of run: ChartedRun) -> [Chart] {
    guard let size = run.columns(for: .size).first else { return [] }
    var charts: [Chart] = []
    for measure in run.columns(for: .stepTime) + run.columns(for: .cost) {
      let lines = ConfigurationLines(run, over: size.name, of: measure.name)
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
            + note, form: .joinedPoints,
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

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
      guard let minimum = lines.places.first, let maximum = lines.places.last,
        maximum > 1.5 * minimum
      else { continue }
      var (panels, note) = lines.panels()
      if Self.addExponents(&panels) {
        note = " Exponents are fitted by least squares of the logarithms." + note
      }
      charts.append(
        Chart(
          name: charts.isEmpty ? "scaling" : "scaling-\(measure.name.replacing("_", with: "-"))",
          title: "\(measure.title.capitalizedFirst) over number of \(size.title)",
          caption: run.pointNote + note, form: .points(areJoined: true),
          x: Chart.Axis(of: size, values: lines.places, isLogarithmic: true),
          y: Chart.Axis(of: measure, values: lines.values, isLogarithmic: true), panels: panels,
          source: "trials.csv"))
    }
    return charts.filter(\.isWorthwhile)
  }

  /// Returns whether there are any. Panels share labels, but not exponents, so several get none.
  private static func addExponents(_ panels: inout [Chart.Panel]) -> Bool {
    guard panels.count == 1 else { return false }
    var hasExponents = false
    for index in panels[0].series.indices {
      let points = panels[0].series[index].points.map { (x: $0.x, y: $0.y) }
      guard let law = PowerLaw(points) else { continue }
      let label = panels[0].series[index].label
      panels[0].series[index].label = (label.isEmpty ? "" : label + " ") + law.text
      hasExponents = true
    }
    return hasExponents
  }
}

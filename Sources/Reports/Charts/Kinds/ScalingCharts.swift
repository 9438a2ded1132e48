import Foundation
import ForceLabSettings

/// Time and memory over the size of the problem, with fitted exponents.
struct ScalingCharts: ChartKind {
  func charts(of run: ChartedRun) throws(Diagnostic) -> [Chart] {
    guard let size = run.columns(for: .size).first else { return [] }
    var charts: [Chart] = []
    for measure in run.columns(for: .stepTime) + run.columns(for: .cost) {
      let lines = try ConfigurationLines(run, over: size.name, of: measure.name)
      guard let least = lines.places.first, let most = lines.places.last, most > 1.5 * least
      else { continue }
      var (panels, note) = try lines.panels()
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
      guard let exponent = exponent(of: panels[0].series[index].points) else { continue }
      let label = panels[0].series[index].label
      panels[0].series[index].label =
        (label.isEmpty ? "" : label + " ") + "∝ n^\(String(format: "%.2f", exponent))"
      hasExponents = true
    }
    return hasExponents
  }

  /// The slope of the least-squares line through the logarithms; nil for fewer than three points.
  private static func exponent(of points: [Chart.Point]) -> Double? {
    let logarithms = points.filter { $0.x > 0 && $0.y > 0 }.map { (log($0.x), log($0.y)) }
    guard logarithms.count > 2 else { return nil }
    let count = Double(logarithms.count)
    let x = logarithms.reduce(0) { $0 + $1.0 } / count
    let y = logarithms.reduce(0) { $0 + $1.1 } / count
    let square = logarithms.reduce(0) { $0 + ($1.0 - x) * ($1.0 - x) }
    guard square > 0 else { return nil }
    return logarithms.reduce(0) { $0 + ($1.0 - x) * ($1.1 - y) } / square
  }
}

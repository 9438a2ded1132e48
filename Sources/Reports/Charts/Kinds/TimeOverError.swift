import ForceLabSettings

/// The time of a step over the error of the force, a line for each repulsion strategy.
struct TimeOverError: ChartKind {
  /// Smaller errors are due to rounding.
  private static let rounding = 1e-12

  func charts(of run: ChartedRun) -> [Chart] {
    guard let error = run.columns(for: .error).first, let time = run.columns(for: .stepTime).first
    else { return [] }
    let strategy = run.paths.first { $0 == "repulsion" }
    let lines = ConfigurationLines(
      run, over: error.name, of: time.name,
      by: strategy.map { .plugin($0) } ?? .everything)
    var (panels, note) = lines.panels(minPoints: 1)
    let errors = panels.flatMap(\.series).flatMap(\.points).map(\.x).filter { $0 > Self.rounding }
    guard let minimum = errors.min(), let maximum = errors.max(), minimum < maximum else {
      return []
    }
    for panel in panels.indices {
      for index in panels[panel].series.indices {
        let points = panels[panel].series[index].points
        guard let exact = points.first, points.allSatisfy({ $0.x <= Self.rounding }) else {
          panels[panel].series[index].points = points.filter { $0.x > Self.rounding }
          continue
        }
        // A logarithmic axis cannot show an exact strategy: it is a line to compare the others with.
        panels[panel].series[index].isReference = true
        panels[panel].series[index].points = [
          Chart.Point(x: minimum / 1.3, y: exact.y), Chart.Point(x: maximum * 1.3, y: exact.y),
        ]
        note += " \(panels[panel].series[index].label.capitalizedFirst) has only rounding errors."
      }
    }
    return [
      Chart(
        name: "time-error", title: "\(time.title.capitalizedFirst) over error",
        caption: run.pointNote + note, form: .points(areJoined: true),
        x: Chart.Axis(of: error, values: errors, isLogarithmic: true),
        y: Chart.Axis(of: time, values: lines.values, isLogarithmic: true), panels: panels,
        source: "trials.csv")
    ]
  }
}

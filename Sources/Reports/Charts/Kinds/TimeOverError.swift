/// The time of a step over the error of the force, a line for each repulsion strategy.
struct TimeOverError: ChartKind {
  /// Smaller errors are due to rounding.
  private static let rounding = 1e-12

  func charts(of run: ChartedRun) -> [Chart] {
    guard let error = run.columns(for: .error).first, let time = run.columns(for: .stepTime).first
    else { return [] }
    let strategy = run.paths.first { $0 == "repulsion" }
    let lines = ConfigurationLines(
      run, over: error.name, of: time.name, by: strategy.map { .plugin($0) } ?? .everything)
    var (points, note) = lines.labeledRows()
    let errors = points.map(\.x).filter { $0 > Self.rounding }
    guard let minimum = errors.min(), let maximum = errors.max(), minimum < maximum else {
      return []
    }
    let rows = points.lines.flatMap { line -> [Chart.Row] in
      let inexact = line.filter { $0.x > Self.rounding }
      guard inexact.isEmpty else { return inexact }
      // A logarithmic axis cannot show an exact strategy: it is a line to compare the others with.
      note += " \(line[0].series.capitalizedFirst) has only rounding errors."
      return [minimum / 1.3, maximum * 1.3].map { x in
        Chart.Row(
          x: x, y: line[0].y, panel: line[0].panel, series: line[0].series, style: line[0].style,
          isReference: true, label: x > maximum ? line[0].series : "")
      }
    }
    return [
      Chart(
        name: "time-error", title: "\(time.title.capitalizedFirst) over error",
        caption: run.pointNote + note, form: .joinedPoints,
        x: Chart.Axis(of: error, values: errors, isLogarithmic: true),
        y: Chart.Axis(of: time, values: lines.values, isLogarithmic: true), rows: rows)
    ]
  }
}

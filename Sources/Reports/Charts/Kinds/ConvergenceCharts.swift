import ForceLabPlugins
import ForceLabSettings

/// Movement and energy over iterations, a line for each configuration.
struct ConvergenceCharts: ChartKind {
  func charts(of run: ChartedRun) throws(Diagnostic) -> [Chart] {
    guard let (shown, curves) = try run.curves() else { return [] }
    let marks = try EventMarks(run)
    let recorded = run.run.columns.samples.filter { curves.columns.contains($0.name) }
    func chart(_ name: String, _ use: Column.Use, note: String = "") -> Chart? {
      recorded.first { $0.use == use }.flatMap {
        Self.chart(name, of: $0, run, shown, curves, marks, note: note)
      }
    }
    let energy =
      chart("energy", .energy)
      ?? chart(
        "energy", .energyPart,
        note: " The total energy is unknown, because a force has no potential.")
    return [chart("movement", .movement), energy].compactMap { $0 }
  }

  private static func chart(
    _ name: String, of column: Column, _ run: ChartedRun, _ shown: ConfigurationPanels,
    _ curves: SampleCurves, _ marks: EventMarks, note: String
  ) -> Chart? {
    var panels = shown.panels(marks: marks) { curves.spreads(column.name, of: $0) }
    let isExcess = panels.flatMap(\.series).flatMap(\.points).contains { $0.y < 0 }
    if isExcess { subtractMinimum(&panels) }
    guard panels.contains(where: { $0.series.contains { $0.points.count > 1 } }) else { return nil }
    let isLogarithmic = keepPositive(&panels)
    let points = panels.flatMap(\.series).flatMap(\.points)
    var y = Chart.Axis(of: column, values: points.map(\.y), isLogarithmic: isLogarithmic)
    var caption = run.curveNote
    if isExcess {
      y.column += "_above_least"
      y.title = y.title.replacing(column.title, with: "\(column.title) above its minimum")
      caption =
        (run.hasRepeats ? "Medians of the trials." : "One trial per configuration.")
        + " The minimum of each line is subtracted."
    }
    caption += shown.note + note
    if panels.contains(where: { !$0.marks.isEmpty }) { caption += EventMarks.note }
    if !isLogarithmic {
      caption += y.cutBeginning(of: points.map { Chart.Point(x: $0.x, y: $0.y) })
    }
    let chart = Chart(
      name: name, title: "\(column.title.capitalizedFirst) over \(curves.iterations.title)s",
      caption: caption,
      x: Chart.Axis(of: curves.iterations, values: [1]), y: y, panels: panels,
      source: "samples.csv")
    return chart.isWorthwhile ? chart : nil
  }

  /// So that a logarithmic axis can show energies below zero. Removes the bands, which are relative
  /// to other minima.
  private static func subtractMinimum(_ panels: inout [Chart.Panel]) {
    for panel in panels.indices {
      for index in panels[panel].series.indices {
        let points = panels[panel].series[index].points
        let minimum = points.map(\.y).min() ?? 0
        panels[panel].series[index].points = points.map { Chart.Point(x: $0.x, y: $0.y - minimum) }
      }
    }
  }

  /// Removes what a logarithmic axis cannot show, if none is negative and they differ by a factor
  /// of five. Returns whether they do.
  private static func keepPositive(_ panels: inout [Chart.Panel]) -> Bool {
    let values = panels.flatMap(\.series).flatMap(\.points).map(\.y)
    guard let maximum = values.max(), maximum > 0, values.allSatisfy({ $0 >= 0 }),
      let minimum = values.filter({ $0 > 0 }).min(), maximum / minimum > 5
    else { return false }
    let floor = maximum * Chart.negligible
    for panel in panels.indices {
      for series in panels[panel].series.indices {
        panels[panel].series[series].points = panels[panel].series[series].points.compactMap {
          guard $0.y > floor else { return nil }
          var point = $0
          point.low = point.low.map { max($0, floor) }
          return point
        }
      }
      panels[panel].series.removeAll { $0.points.isEmpty }
    }
    return true
  }
}

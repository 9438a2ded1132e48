import ForceLabPlugins
import ForceLabSettings

/// Movement and energy over iterations, a line for each configuration.
struct ConvergenceCharts: ChartKind {
  func charts(of run: ChartedRun) throws(Diagnostic) -> [Chart] {
    guard let (shown, curves) = try run.curves() else { return [] }
    let events = try run.events(
      of: shown.groups.map { ($0.title, $0.configurations.flatMap(\.trials)) })
    let reason = ", because a force has no potential."
    func points(_ use: Column.Use) -> [Chart.Row] {
      curves.column(for: use).map { column in
        shown.rows { curves.spreads(column.name, of: $0) }
      } ?? []
    }
    /// A sentence about configurations with another energy that have no `rows`; empty if there are none.
    func hidden(in rows: [Chart.Row]) -> String {
      let name = { (row: Chart.Row) in
        [row.panel, row.series].filter { !$0.isEmpty }.joined(separator: " ")
      }
      let known = Set(rows.map(name))
      let names = points(.energyPart).map(name).uniqued.filter { !known.contains($0) }
      return names.isEmpty ? "" : " Not shown: \(names.listed(atMost: 4))\(reason)"
    }
    func chart(
      _ name: String, _ use: Column.Use, note: ([Chart.Row]) -> String = { _ in "" }
    ) -> Chart? {
      guard let column = curves.column(for: use) else { return nil }
      let points = points(use)
      guard points.haveLines else { return nil }
      let isExcess = points.contains { $0.y < 0 }
      let excess = isExcess ? Self.aboveMinimum(points) : points
      let positive = Self.positive(excess)
      let rows = positive ?? excess
      var y = Chart.Axis(of: column, values: rows.map(\.y), isLogarithmic: positive != nil)
      var caption = run.curveNote
      if isExcess {
        y.column += "_above_least"
        y.title = y.title.replacing(column.title, with: "\(column.title) above its minimum")
        caption =
          run.note(ofRepeats: "Medians of the trials.") + " The minimum of each line is subtracted."
      }
      caption +=
        shown.note(on: points) + note(points) + (events.isEmpty ? "" : ChartedRun.eventNote)
      if positive == nil { caption += y.cutBeginning(of: rows.map { Chart.Row(x: $0.x, y: $0.y) }) }
      let chart = Chart(
        name: name, title: "\(column.title.capitalizedFirst) over \(curves.iterations.title)s",
        caption: caption, x: Chart.Axis(of: curves.iterations, values: [1]), y: y, rows: rows,
        events: events, source: "samples.csv")
      return chart.isWorthwhile ? chart : nil
    }
    let energy =
      chart("energy", .energy, note: hidden)
      ?? chart("energy", .energyPart) { _ in " The total energy is unknown\(reason)" }
    return [chart("movement", .movement), energy].compactMap { $0 }
  }

  /// So that a logarithmic axis can show energies below zero. Without bands, which are relative to other minima.
  private static func aboveMinimum(_ rows: [Chart.Row]) -> [Chart.Row] {
    rows.lines.flatMap { line in
      let minimum = line.map(\.y).min() ?? 0
      return line.map { row in
        var row = row
        (row.y, row.low, row.high) = (row.y - minimum, nil, nil)
        return row
      }
    }
  }

  /// What a logarithmic axis can show; nil if a value is negative, or they differ by less than a factor of five.
  private static func positive(_ rows: [Chart.Row]) -> [Chart.Row]? {
    let values = rows.map(\.y)
    guard let maximum = values.max(), maximum > 0, values.allSatisfy({ $0 >= 0 }),
      let minimum = values.filter({ $0 > 0 }).min(), maximum / minimum > 5
    else { return nil }
    return rows.filter { $0.y > maximum * Chart.negligible }
  }
}

import ForceLabPlugins
import ForceLabSettings

/// Kinetic energy and the potential energy of each force over iterations, a line for each.
///
/// Their magnitudes are on a logarithmic axis if they differ much, as they mostly do: kinetic energy
/// falls by many powers of ten while potential energies settle.
struct EnergyChart: ChartKind {
  func charts(of run: ChartedRun) throws(Diagnostic) -> [Chart] {
    guard let (configurations, curves) = try run.curves() else { return [] }
    let all = configurations.configurations
    // Of many configurations, only the best.
    let shown = all.count > Chart.maxPanels ? Self.best(of: all, run) : all
    let parts = run.run.columns.samples.filter { $0.use == .energyPart }
    let recorded = parts.filter { part in
      shown.contains { !curves.points(part.name, of: $0.trials[0].number).isEmpty }
    }
    guard recorded.count > 1, recorded.count < Chart.maxSeries else { return [] }
    let labels = ConfigurationLabels([all], paths: run.paths)
    let marks = try EventMarks(run)
    var panels = shown.compactMap { configuration -> Chart.Panel? in
      let series = Self.series(recorded, of: configuration.trials[0].number, curves)
      return series.contains { $0.points.count > 1 }
        ? Chart.Panel(
          title: labels[configuration], series: series,
          marks: marks.marks(of: [configuration.trials[0].number])) : nil
    }
    let values = panels.flatMap(\.series).flatMap(\.points).map(\.y)
    guard !values.isEmpty else { return [] }
    let isLogarithmic = values.map(\.magnitude).filter { $0 > 0 }.isWide
    if isLogarithmic { panels = Self.magnitudes(of: panels) }
    let points = panels.flatMap(\.series).flatMap(\.points)
    var y = Chart.Axis(
      of: Column(
        isLogarithmic ? "energy_magnitude" : "energy",
        isLogarithmic ? "magnitude of the energy" : "energy", unit: recorded[0].unit,
        role: .measure),
      values: points.map(\.y), isLogarithmic: isLogarithmic)
    let beginning = isLogarithmic ? "" : y.cutBeginning(of: points)
    let one = shown.count == 1 && all.count > 1 ? " of \(labels[shown[0]])" : ""
    let missing = parts.filter { !recorded.contains($0) }.map(\.heading)
    return [
      Chart(
        name: "energy-ledger",
        title: "Kinetic and potential energy over \(curves.iterations.title)s",
        caption: "Energies of the first trial\(one)."
          + (isLogarithmic
            ? " The axis shows magnitudes; the legend marks lines of negative values." : "")
          + (missing.isEmpty
            ? "" : " Forces without a potential: \(missing.joined(separator: ", ")).")
          + (panels.contains { !$0.marks.isEmpty } ? EventMarks.note : "") + beginning,
        x: Chart.Axis(of: curves.iterations, values: [1]), y: y, panels: panels,
        source: "samples.csv")
    ]
  }

  private static func best(
    of configurations: [ConfigurationTrials], _ run: ChartedRun
  ) -> [ConfigurationTrials] {
    guard let measure = run.mainMeasure else { return Array(configurations.prefix(1)) }
    let better = measure.better ?? .lower
    let known = configurations.compactMap { configuration in
      run.spread(measure.name, of: configuration).map { (configuration, $0.median) }
    }
    return known.min { better.precedes($0.1, $1.1) }.map { [$0.0] } ?? []
  }

  /// The energies of a trial; a sum would have the line of the largest.
  private static func series(_ columns: [Column], of trial: Int, _ curves: SampleCurves)
    -> [Chart.Series]
  {
    columns.enumerated().compactMap { style, column in
      let points = curves.points(column.name, of: trial)
      return points.isEmpty
        ? nil : Chart.Series(label: column.heading, style: style, points: points)
    }
  }

  /// The magnitudes, without zeros, of parts above and below zero as series of their own.
  private static func magnitudes(of panels: [Chart.Panel]) -> [Chart.Panel] {
    let all = panels.flatMap(\.series)
    let labels = all.map(\.label).uniqued
    let maximum = all.flatMap(\.points).map(\.y.magnitude).max() ?? 0
    // Lines below zero have styles after those above.
    let below = labels.filter { label in
      all.contains { $0.label == label && $0.points.contains { $0.y < 0 } }
    }
    return panels.map { panel in
      let series = panel.series.flatMap { series -> [Chart.Series] in
        let shown = series.points.filter { $0.y.magnitude > Chart.negligible * maximum }
        let above = Chart.Series(
          label: series.label, style: series.style, points: shown.filter { $0.y > 0 })
        let isMixed = all.contains {
          $0.label == series.label && $0.points.contains { $0.y > 0 }
        }
        let place = below.firstIndex(of: series.label) ?? 0
        let negative = Chart.Series(
          label: series.label + " < 0", style: isMixed ? labels.count + place : series.style,
          points: shown.filter { $0.y < 0 }.map { Chart.Point(x: $0.x, y: -$0.y) })
        return [above, negative].filter { !$0.points.isEmpty }
      }
      return Chart.Panel(title: panel.title, series: series, marks: panel.marks)
    }
  }
}

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
    let labels = ConfigurationLabels([all], paths: run.paths)
    let energies = shown.flatMap { configuration in
      parts.flatMap { part in
        curves.points(part.name, of: configuration.trials[0].number).map {
          Chart.Row(x: $0.x, y: $0.y, panel: labels[configuration], series: part.heading)
        }
      }
    }
    let recorded = parts.filter { part in energies.contains { $0.series == part.heading } }
    guard recorded.count > 1, recorded.count < Chart.maxSeries, energies.haveLines else {
      return []
    }
    let isLogarithmic = energies.map(\.y.magnitude).filter { $0 > 0 }.isWide
    let names = recorded.map(\.heading)
    let rows = isLogarithmic ? Self.magnitudes(of: energies, names) : Self.styled(energies, names)
    var y = Chart.Axis(
      of: Column(
        isLogarithmic ? "energy_magnitude" : "energy",
        isLogarithmic ? "magnitude of the energy" : "energy", unit: recorded[0].unit,
        role: .measure),
      values: rows.map(\.y), isLogarithmic: isLogarithmic)
    let beginning = isLogarithmic ? "" : y.cutBeginning(of: rows)
    let events = try run.events(of: shown.map { (labels[$0], [$0.trials[0]]) })
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
          + (events.isEmpty ? "" : ChartedRun.eventNote) + beginning,
        x: Chart.Axis(of: curves.iterations, values: [1]), y: y, rows: rows, events: events,
        source: "samples.csv")
    ]
  }

  private static func best(
    of configurations: [ConfigurationTrials], _ run: ChartedRun
  ) -> [ConfigurationTrials] {
    guard let measure = run.mainQuality, let better = measure.better else {
      return Array(configurations.prefix(1))
    }
    let known = configurations.compactMap { configuration in
      run.spread(measure.name, of: configuration).map { (configuration, $0.median) }
    }
    return known.min { better.precedes($0.1, $1.1) }.map { [$0.0] } ?? []
  }

  private static func styled(_ rows: [Chart.Row], _ names: [String]) -> [Chart.Row] {
    var rows = rows
    for index in rows.indices { rows[index].style = names.firstIndex(of: rows[index].series) ?? 0 }
    return rows
  }

  /// The magnitudes, without zeros, of values above and below zero as series of their own.
  private static func magnitudes(of rows: [Chart.Row], _ names: [String]) -> [Chart.Row] {
    let maximum = rows.map(\.y.magnitude).max() ?? 0
    let shown = rows.filter { $0.y.magnitude > Chart.negligible * maximum }.map { row in
      var row = row
      if row.y < 0 { (row.y, row.series) = (-row.y, row.series + " < 0") }
      return row
    }
    // Lines below zero have styles after those above, unless a force has no others.
    let series = Set(shown.map(\.series))
    let above = names.map { series.contains($0) ? $0 : $0 + " < 0" }
    return styled(shown, (above + names.map { $0 + " < 0" }).uniqued)
  }
}

import ForceLabPlugins
import ForceLabSettings

/// Kinetic energy and the potential energy of each force over iterations, stacked.
struct EnergyLedger: ChartKind {
  func charts(of run: ChartedRun) throws(Diagnostic) -> [Chart] {
    let all = try ConfigurationPanels(run.configurations, of: run, by: run.mainMeasure)
      .configurations
    guard let curves = try run.curves(of: all) else { return [] }
    // Of many configurations, only the best.
    let shown = all.count > Chart.mostPanels ? try Self.best(of: all, run) : all
    let parts = run.run.columns.samples.filter { $0.use == .energyPart }
    let recorded = parts.filter { part in
      shown.contains { !curves.points(part.name, of: $0.trials[0].number).isEmpty }
    }
    guard recorded.count > 1, recorded.count < Chart.mostSeries else { return [] }
    let labels = ConfigurationLabels([all], paths: run.paths)
    let panels = shown.compactMap { configuration -> Chart.Panel? in
      let series = Self.series(recorded, of: configuration.trials[0].number, curves)
      return series.contains { $0.points.count > 1 }
        ? Chart.Panel(title: labels[configuration], series: series) : nil
    }
    let points = panels.flatMap(\.series).flatMap(\.points)
    guard !points.isEmpty else { return [] }
    let column = Column("energy", unit: recorded[0].unit, role: .measure)
    var y = Chart.Axis(of: column, values: points.map { $0.high ?? $0.y })
    let beginning = y.cutBeginning(of: points)
    let one = shown.count == 1 && all.count > 1 ? " of \(labels[shown[0]])" : ""
    let missing = parts.filter { !recorded.contains($0) }.map(\.heading)
    return [
      Chart(
        name: "energy-ledger", title: "Kinetic and potential energy over iterations",
        caption:
          "Stacked energies of the first trial\(one); negative energies are stacked downwards."
          + (missing.isEmpty
            ? "" : " Forces without a potential: \(missing.joined(separator: ", ")).")
          + beginning,
        form: .stack, x: Chart.Axis(of: run.column("iteration"), values: [1]), y: y, panels: panels,
        source: "samples.csv")
    ]
  }

  private static func best(of configurations: [ConfigurationTrials], _ run: ChartedRun)
    throws(Diagnostic) -> [ConfigurationTrials]
  {
    guard let measure = run.mainMeasure else { return Array(configurations.prefix(1)) }
    let sign = measure.better == .higher ? -1.0 : 1
    var best: (configuration: ConfigurationTrials, value: Double)?
    for configuration in configurations {
      guard let median = try run.spread(measure.name, of: configuration)?.median else { continue }
      if best.map({ sign * median < $0.value }) ?? true { best = (configuration, sign * median) }
    }
    return best.map { [$0.configuration] } ?? []
  }

  /// The energies of a trial, each stacked upon earlier ones of the same sign, and their sum.
  private static func series(_ columns: [Column], of trial: Int, _ curves: SampleCurves)
    -> [Chart.Series]
  {
    var above: [Double: Double] = [:]
    var below: [Double: Double] = [:]
    var sum: [Double: Double] = [:]
    var all: [Chart.Series] = []
    for (style, column) in columns.enumerated() {
      let points = curves.points(column.name, of: trial).map { point -> Chart.Point in
        let isAbove = point.y >= 0
        let from = (isAbove ? above : below)[point.x] ?? 0
        if isAbove { above[point.x] = from + point.y } else { below[point.x] = from + point.y }
        sum[point.x, default: 0] += point.y
        return Chart.Point(x: point.x, y: point.y, low: from, high: from + point.y)
      }
      if points.isEmpty { continue }
      all.append(Chart.Series(label: column.heading, style: style, points: points))
    }
    let total = sum.keys.sorted().map { Chart.Point(x: $0, y: sum[$0] ?? 0) }
    return all + [Chart.Series(label: "sum", style: 6, points: total, isReference: true)]
  }
}

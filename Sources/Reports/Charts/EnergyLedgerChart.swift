import ForceLabSettings

/// What the energy of a trial is made of: kinetic, and the potential of each force, one upon the other.
struct EnergyLedgerChart {
  let run: RunRecord
  /// The configurations of which the ledger may be told.
  let cast: ChartSeries
  let curves: SampleCurves

  /// The chart: of every configuration if there are few, else of that which is best by `measure`; nil
  /// if no force has a potential.
  func chart(by measure: String?) throws(Diagnostic) -> Chart? {
    let all = cast.groups.flatMap(\.configurations)
    let shown =
      all.count > Chart.mostPanels ? try best(of: all, by: measure).map { [$0] } ?? [] : all
    let columns = columns(shown)
    guard columns.count > 1, columns.count < Chart.mostSeries else { return nil }
    let labels = ConfigurationLabels([all], paths: run.paths)
    let panels = shown.compactMap { configuration -> Chart.Panel? in
      let series = series(columns, of: configuration.trials[0].number)
      return series.contains { $0.points.count > 1 }
        ? Chart.Panel(title: labels[configuration], series: series) : nil
    }
    let points = panels.flatMap(\.series).flatMap(\.points)
    guard !points.isEmpty else { return nil }
    var y = Chart.Axis(of: "energy", values: points.map { $0.high ?? $0.y })
    let beginning = y.cutBeginning(of: points)
    let one = shown.count == 1 && all.count > 1 ? " of \(labels[shown[0]])" : ""
    return Chart(
      name: "energy-ledger", title: "Where the energy is",
      caption: "The energies\(one) in the first trial, one upon the other; what is below zero goes "
        + "down." + missing(columns) + beginning,
      form: .stack, x: Chart.Axis(of: "iteration", values: [1]), y: y, panels: panels,
      source: "samples.csv")
  }

  /// Kinetic energy and the potentials that were recorded.
  private func columns(_ configurations: [RunConfiguration]) -> [String] {
    let known = curves.columns.filter { $0.hasPrefix("potential_") && $0 != "potential_energy" }
    return (["kinetic_energy"] + known).filter { column in
      configurations.contains { !curves.points(column, of: $0.trials[0].number).isEmpty }
    }
  }

  private func missing(_ columns: [String]) -> String {
    let known = curves.columns.filter { $0.hasPrefix("potential_") && $0 != "potential_energy" }
    let names = known.filter { !columns.contains($0) }.map {
      $0.dropFirst("potential_".count).replacing("_", with: "-")
    }
    return names.isEmpty ? "" : " Without a potential: \(names.joined(separator: ", "))."
  }

  private func best(of configurations: [RunConfiguration], by measure: String?) throws(Diagnostic)
    -> RunConfiguration?
  {
    guard let measure else { return configurations.first }
    var best: (configuration: RunConfiguration, value: Double)?
    for configuration in configurations {
      guard let value = try run.spread(measure, of: configuration)?.median else { continue }
      if best.map({ value < $0.value }) ?? true { best = (configuration, value) }
    }
    return best?.configuration
  }

  /// The energies of a trial, each upon those before that have its sign, and their sum.
  private func series(_ columns: [String], of trial: Int) -> [Chart.Series] {
    var above: [Double: Double] = [:]
    var below: [Double: Double] = [:]
    var sum: [Double: Double] = [:]
    var all: [Chart.Series] = []
    for (style, column) in columns.enumerated() {
      let points = curves.points(column, of: trial).map { point -> Chart.Point in
        let isAbove = point.y >= 0
        let from = (isAbove ? above : below)[point.x] ?? 0
        if isAbove { above[point.x] = from + point.y } else { below[point.x] = from + point.y }
        sum[point.x, default: 0] += point.y
        return Chart.Point(x: point.x, y: point.y, low: from, high: from + point.y)
      }
      guard !points.isEmpty else { continue }
      let name =
        column == "kinetic_energy" ? "kinetic" : String(column.dropFirst("potential_".count))
      all.append(
        Chart.Series(label: name.replacing("_", with: "-"), style: style, points: points))
    }
    let total = sum.keys.sorted().map { Chart.Point(x: $0, y: sum[$0] ?? 0) }
    return all + [Chart.Series(label: "sum", style: 6, points: total, isReference: true)]
  }
}

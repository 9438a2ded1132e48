import ForceLabPlugins
import ForceLabWorkbench

/// The quality of algorithms over their time, as ratios to the best over all instances.
struct AlgorithmCharts: ChartKind {
  func charts(of run: ChartedRun) -> [Chart] {
    guard let instances = run.instances else { return [] }
    return instances.fronts.compactMap { Self.tradeOff($0, run, instances) }
  }

  private static func tradeOff(
    _ fronts: AlgorithmFronts, _ run: ChartedRun, _ instances: InstanceRun
  ) -> Chart? {
    let all = fronts.overall
    let front = all.filter(\.isOnFront)
    let shown = (all.count > Chart.maxSeries ? front + all.filter { !$0.isOnFront } : all)
      .prefix(Chart.maxSeries)
    let titles = fronts.measures.map { run.run.columns[$0].title }
    let styles = run.styles(of: shown.map(\.algorithm))
    let axes = instances.axes
    let isKnown = front.count < all.count
    let rows = shown.map { point -> Chart.Row in
      let label = point.algorithm + (isKnown && point.isOnFront ? " *" : "")
      return Chart.Row(
        x: point.values[0], y: point.values[1], series: label, style: styles[point.algorithm] ?? 0,
        label: label, configuration: instances.configuration(of: point.algorithm))
    }
    let axis = { (column: String, title: String) in
      Chart.Axis(column: column, title: "\(title), ratio to the best", isLogarithmic: true)
    }
    let counts = fronts.overallInstances
    let over =
      counts.allSatisfy { $0 == instances.instances.count }
      ? "all \(counts[0])"
      : counts[0] == counts[1]
        ? "\(counts[0])" : "\(counts[0]) (\(titles[0])) and \(counts[1]) (\(titles[1]))"
    let chart = Chart(
      name: Chart.name(fronts.measures[1], "trade-off"),
      title: "\(titles[1].capitalizedFirst) against time over all \(axes.plural)",
      caption: "Geometric means of the ratios to the best algorithm of each \(axes.name), over "
        + "\(over); 1 is the best. "
        + (isKnown ? "The algorithms with * are the best trade-offs. " : "")
        + "Those that failed on a \(axes.name) are left out."
        + (shown.count < all.count ? " \(shown.count) of \(all.count) algorithms are shown." : ""),
      form: .points, x: axis(fronts.measures[0], titles[0]), y: axis(fronts.measures[1], titles[1]),
      rows: rows)
    return chart.isWorthwhile ? chart : nil
  }
}

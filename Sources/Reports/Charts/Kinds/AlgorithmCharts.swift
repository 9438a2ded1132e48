import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench

/// Algorithms over all instances: time over the size of the instance with fitted exponents, and
/// quality over time as ratios to the best.
struct AlgorithmCharts: ChartKind {
  func charts(of run: ChartedRun) -> [Chart] {
    guard let instances = run.instances else { return [] }
    var charts: [Chart] = []
    let size = run.columns(for: .size).first
    let time = instances.comparisons.first { $0.measure == run.run.mainTime?.name }
    if let size, let time, let chart = growth(time, over: size, run) {
      charts.append(chart)
    }
    return charts + instances.fronts.compactMap { tradeOff($0, run, instances) }
  }

  private func growth(
    _ comparison: InstanceComparison, over size: Column, _ run: ChartedRun
  ) -> Chart? {
    let table = comparison.table
    let sizes = table.sizes(size, in: run.run)
    let known = sizes.compactMap { $0 }
    guard let minimum = known.min(), let maximum = known.max(), minimum > 0, maximum > 1.5 * minimum
    else {
      return nil
    }
    let shown = comparison.ranked.prefix(Chart.maxSeries)
    let styles = run.styles(of: shown.map(\.algorithm))
    let series = shown.compactMap { row -> Chart.Series? in
      guard let place = table.algorithms.firstIndex(of: row.algorithm) else { return nil }
      let points = zip(sizes, table.entries).compactMap { size, entries in
        size.flatMap { size in entries[place].value.map { Chart.Point(x: size, y: $0) } }
      }.sorted { $0.x < $1.x }
      let label = row.growth.map { "\(row.algorithm) \($0.text)" } ?? row.algorithm
      return points.isEmpty
        ? nil
        : Chart.Series(
          label: label, style: styles[row.algorithm] ?? 0, points: points)
    }
    let values = series.flatMap(\.points).map(\.y)
    return Chart(
      name: "growth",
      title: "\(table.measure.title.capitalizedFirst) over number of \(size.title)",
      caption:
        "One point per \(table.axes.name) and algorithm, the median of the repeats. Exponents are "
        + "fitted by least squares of the logarithms; their intervals are in comparison/algorithms.csv."
        + (shown.count < table.algorithms.count
          ? " \(shown.count) of \(table.algorithms.count) algorithms, the best by rank." : ""),
      form: .points(areJoined: false),
      x: Chart.Axis(of: size, values: known, isLogarithmic: true),
      y: Chart.Axis(of: table.measure, values: values, isLogarithmic: true),
      panels: [Chart.Panel(series: series)], source: "trials.csv")
  }

  private func tradeOff(
    _ fronts: AlgorithmFronts, _ run: ChartedRun, _ instances: InstanceRun
  ) -> Chart? {
    let shown =
      fronts.overall.count > Chart.maxSeries
      ? fronts.overall.filter(\.isOnFront) : fronts.overall
    guard shown.count > 1 else { return nil }
    let columns = fronts.measures.map { run.run.columns[$0] }
    let styles = run.styles(of: shown.prefix(Chart.maxSeries).map(\.algorithm))
    let series = shown.prefix(Chart.maxSeries).map { point in
      Chart.Series(
        label: point.algorithm + (point.isOnFront ? " *" : ""),
        style: styles[point.algorithm] ?? 0,
        points: [Chart.Point(x: point.values[0], y: point.values[1])])
    }
    let ratios = zip(columns, ["time_ratio", "ratio"]).enumerated().map { place, column in
      Chart.Axis(
        column: column.1, title: "\(column.0.title), ratio to the best",
        isLogarithmic: true)
    }
    let chart = Chart(
      name: Chart.name(fronts.measures[1], "trade-off"),
      title:
        "\(columns[1].title.capitalizedFirst) against time over all \(instances.axes.plural)",
      caption:
        "Geometric means of the ratios to the best algorithm of each \(instances.axes.name), over "
        + "\(fronts.overallInstances) that all finished; 1 is the best. The algorithms with * are the "
        + "best trade-offs.",
      form: .points(areJoined: false), x: ratios[0], y: ratios[1],
      panels: [Chart.Panel(series: series)], source: "trials.csv")
    return chart.isWorthwhile ? chart : nil
  }
}

import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench

/// Algorithms over all instances: time over the size of the instance with fitted exponents, and
/// quality over time as ratios to the best.
struct AlgorithmCharts: ChartKind {
  func charts(of run: ChartedRun) -> [Chart] {
    guard let instances = run.instances else { return [] }
    let size = run.columns(for: .size).first
    let time = instances.comparisons.first { $0.measure == run.run.mainTime?.name }
    let growth = size.flatMap { size in time.flatMap { Self.growth($0, over: size, run) } }
    return [growth].compactMap { $0 }
      + instances.fronts.compactMap { Self.tradeOff($0, run, instances) }
  }

  private static func growth(
    _ comparison: InstanceComparison, over size: Column, _ run: ChartedRun
  ) -> Chart? {
    let table = comparison.table
    let sizes = table.sizes(size, in: run.run)
    let known = sizes.compactMap { $0 }
    guard let minimum = known.min(), let maximum = known.max(), minimum > 0, maximum > 1.5 * minimum
    else { return nil }
    let shown = comparison.ranked.prefix(Chart.maxSeries)
    let styles = run.styles(of: shown.map(\.algorithm))
    let rows = shown.flatMap { row -> [Chart.Row] in
      guard let column = table.algorithms.firstIndex(of: row.algorithm) else { return [] }
      let label = row.growth.map { "\(row.algorithm) \($0.text)" } ?? row.algorithm
      return zip(sizes, table.entries).compactMap { size, entries in
        guard let size, let time = entries[column].value else { return nil }
        return Chart.Row(
          x: size, y: time, series: label, style: styles[row.algorithm] ?? 0,
          configuration: run.instances?.configuration(of: row.algorithm))
      }.sorted { $0.x < $1.x }
    }
    return Chart(
      name: "growth",
      title: "\(table.measure.title.capitalizedFirst) over number of \(size.title)",
      caption:
        "One point per \(table.axes.name) and algorithm, the median of the repeats. Exponents are "
        + "fitted by least squares of the logarithms; their intervals are in comparison/algorithms.csv."
        + comparison.note(ofShown: shown.count), form: .points,
      x: Chart.Axis(of: size, values: known, isLogarithmic: true),
      y: Chart.Axis(of: table.measure, values: rows.map(\.y), isLogarithmic: true), rows: rows)
  }

  private static func tradeOff(
    _ fronts: AlgorithmFronts, _ run: ChartedRun, _ instances: InstanceRun
  ) -> Chart? {
    let all = fronts.overall
    let shown = (all.count > Chart.maxSeries ? all.filter(\.isOnFront) : all)
      .prefix(Chart.maxSeries)
    guard shown.count > 1 else { return nil }
    let titles = fronts.measures.map { run.run.columns[$0].title }
    let styles = run.styles(of: shown.map(\.algorithm))
    let axes = instances.axes
    let isKnown = all.contains { !$0.isOnFront }
    let rows = shown.map { point -> Chart.Row in
      let label = point.algorithm + (isKnown && point.isOnFront ? " *" : "")
      return Chart.Row(
        x: point.values[0], y: point.values[1], series: label, style: styles[point.algorithm] ?? 0,
        label: label, configuration: instances.configuration(of: point.algorithm))
    }
    let axis = { (column: String, title: String) in
      Chart.Axis(column: column, title: "\(title), ratio to the best", isLogarithmic: true)
    }
    let chart = Chart(
      name: Chart.name(fronts.measures[1], "trade-off"),
      title: "\(titles[1].capitalizedFirst) against time over all \(axes.plural)",
      caption: "Geometric means of the ratios to the best algorithm of each \(axes.name), over "
        + "all \(fronts.overallInstances); 1 is the best. "
        + (isKnown ? "The algorithms with * are the best trade-offs. " : "")
        + "Those that failed on a \(axes.name) are left out.",
      form: .points, x: axis(fronts.measures[0], titles[0]), y: axis(fronts.measures[1], titles[1]),
      rows: rows)
    return chart.isWorthwhile ? chart : nil
  }
}

extension InstanceComparison {
  /// A sentence about algorithms that a chart leaves out; empty if it shows all.
  func note(ofShown shown: Int) -> String {
    let count = table.algorithms.count
    return shown < count ? " \(shown) of \(count) algorithms, the best by rank." : ""
  }
}

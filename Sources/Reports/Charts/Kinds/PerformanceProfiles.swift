import ForceLabSettings
import ForceLabWorkbench

/// For each algorithm, the share of instances that it solves within a factor of the best.
struct PerformanceProfiles: ChartKind {
  /// Greater ratios are outside the axis.
  private static let maxFactor = 100.0

  func charts(of run: ChartedRun) -> [Chart] {
    guard let instances = run.instances else { return [] }
    return instances.comparisons.compactMap { comparison in
      comparison.table.ratios.flatMap { Self.chart(comparison, $0, run) }
    }
  }

  private static func chart(
    _ comparison: InstanceComparison, _ ratios: [[Double]], _ run: ChartedRun
  )
    -> Chart?
  {
    let table = comparison.table
    let shown = comparison.ranked.prefix(Chart.maxSeries).map(\.algorithm)
    let profiles = shown.compactMap { name in
      table.algorithms.firstIndex(of: name).map { place in
        (name: name, profile: PerformanceProfile(ratios: ratios.map { $0[place] }))
      }
    }
    let maximum = profiles.flatMap(\.profile.steps).max() ?? 1
    guard maximum > 1 else { return nil }
    let end = min(maximum, maxFactor)
    let styles = run.styles(of: profiles.map(\.name))
    let series = profiles.map { entry in
      Chart.Series(
        label: entry.name, style: styles[entry.name] ?? 0,
        points: points(entry.profile, to: end))
    }
    let count = table.algorithms.count
    return Chart(
      name: Chart.name(comparison.measure, "profile"),
      title: "Performance profile of \(table.measure.title)",
      caption: "Share of the \(table.axes.counted(comparison.instances)) on which the "
        + "\(table.measure.title) is within a factor of the best algorithm there; higher is better "
        + "(Dolan and Moré 2002). Failed trials count as never."
        + (maximum > end ? " Factors above \(Int(end)) are outside the axis." : "")
        + (shown.count < count ? " \(shown.count) of \(count) algorithms, the best by rank." : ""),
      x: Chart.Axis(
        column: "factor", title: "factor of the best \(table.measure.title)", isLogarithmic: true,
        range: 1...end),
      y: Chart.Axis(column: "share", title: "share of \(table.axes.plural)", range: 0...1.02),
      panels: [Chart.Panel(series: series)], source: "trials.csv")
  }

  /// The corners of the step function.
  private static func points(_ profile: PerformanceProfile, to end: Double) -> [Chart.Point] {
    var points = [Chart.Point(x: 1, y: profile[1])]
    for factor in profile.steps where factor > 1 && factor <= end {
      points.append(Chart.Point(x: factor, y: points[points.count - 1].y))
      points.append(Chart.Point(x: factor, y: profile[factor]))
    }
    return points + [Chart.Point(x: end, y: profile[end])]
  }
}

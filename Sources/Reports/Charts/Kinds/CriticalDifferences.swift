import ForceLabSettings
import ForceLabWorkbench

/// The critical-difference diagram of Demšar 2006: mean ranks of algorithms, with bars that join those
/// that do not differ.
struct CriticalDifferences: ChartKind {
  private static let maxAlgorithms = 24

  func charts(of run: ChartedRun) -> [Chart] {
    guard let instances = run.instances else { return [] }
    return instances.comparisons.filter {
      3...Self.maxAlgorithms ~= $0.standings.count && $0.friedman.p < 1
    }.map { Self.chart($0) }
  }

  private static func chart(_ comparison: InstanceComparison) -> Chart {
    let ranked = comparison.ranked
    let count = Double(ranked.count)
    func bar(from low: Double, to high: Double, at y: Double, label: String = "") -> Chart.Row {
      Chart.Row(x: low, y: y, low: low, high: high, series: label, isReference: true)
    }
    let bars = comparison.groups.enumerated().map { index, group in
      let ranks = ranked.filter { group.contains($0.algorithm) }.map(\.meanRank)
      return bar(
        from: ranks.first ?? 1, to: ranks.last ?? 1, at: -0.35 - 0.3 * Double(index))
    }
    let depth = 0.3 * Double(bars.count) + 0.25
    let stems = ranked.enumerated().map { index, row in
      Chart.Row(
        x: row.meanRank, y: -depth - Double(index + 1),
        series: "\(row.algorithm)  \(readable(row.meanRank))")
    }
    let difference = comparison.criticalDifference
    let label =
      "critical difference \(readable(difference))"
      + (difference > count - 1 ? ", more than the axis" : "")
    let scale = bar(
      from: 1, to: min(1 + difference, count), at: -depth - count - 1.2, label: label)
    return Chart(
      name: Chart.name(comparison.measure, "ranks"),
      title: "Mean ranks by \(comparison.table.measure.title)",
      caption:
        "Mean ranks over \(comparison.table.axes.counted(comparison.instances)); 1 is the best. "
        + "Bars join algorithms whose mean ranks differ by less than the critical difference of "
        + "Nemenyi's test at 5 % (Demšar 2006). Failed trials have the worst rank. Friedman test: "
        + "\(probability(comparison.friedman.imanDavenportP)).",
      form: .ranks, x: Chart.Axis(column: "mean_rank", title: "mean rank", range: 1...count),
      y: Chart.Axis(column: "height", title: ""), rows: stems + bars + [scale])
  }
}

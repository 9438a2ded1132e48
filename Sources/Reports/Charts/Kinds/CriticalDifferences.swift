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
    let count = ranked.count
    let ranks = Dictionary(
      ranked.map { ($0.algorithm, $0.meanRank) }, uniquingKeysWith: { first, _ in first })
    let bars = comparison.groups.enumerated().map { place, group in
      let ends = group.compactMap { ranks[$0] }
      return Chart.Series(
        style: count + place,
        points: [ends.min(), ends.max()].compactMap { $0 }
          .map { Chart.Point(x: $0, y: -0.35 - 0.3 * Double(place)) }, isReference: true)
    }
    let depth = 0.3 * Double(bars.count) + 0.25
    let stems = ranked.enumerated().map { place, row in
      let y = -depth - Double(place + 1)
      return Chart.Series(
        label: "\(row.algorithm)  \(readable(row.meanRank))", style: place,
        points: [(row.meanRank, 0), (row.meanRank, y), (1, y)].map { Chart.Point(x: $0, y: $1) })
    }
    let measure = comparison.table.measure
    let difference = comparison.criticalDifference
    let scale = Chart.Series(
      label: "critical difference \(readable(difference))"
        + (difference > Double(count - 1) ? ", more than the axis" : ""), style: count + bars.count,
      points: [
        Chart.Point(x: 1, y: 1.7), Chart.Point(x: min(1 + difference, Double(count)), y: 1.7),
      ],
      isReference: true)
    return Chart(
      name: Chart.name(comparison.measure, "ranks"), title: "Mean ranks by \(measure.title)",
      caption:
        "Mean ranks over \(comparison.table.axes.counted(comparison.instances)); 1 is the best. "
        + "Bars join algorithms whose mean ranks differ by less than the critical difference of "
        + "Nemenyi's test at 5 % (Demšar 2006). Failed trials have the worst rank. Friedman test: "
        + "\(probability(comparison.friedman.imanDavenportP)).",
      form: .ranks,
      x: Chart.Axis(column: "mean_rank", title: "mean rank", range: 1...Double(count)),
      y: Chart.Axis(
        column: "height", title: "", range: -(depth + Double(count) + 0.6)...2.6),
      panels: [Chart.Panel(series: stems + bars + [scale])], source: "trials.csv")
  }
}

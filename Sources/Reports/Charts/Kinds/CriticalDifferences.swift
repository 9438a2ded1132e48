import ForceLabWorkbench

/// The critical-difference diagram of Demšar 2006: mean ranks, and bars that join those that tests do not separate.
struct CriticalDifferences: ChartKind {
  private static let maxAlgorithms = 24

  func charts(of run: ChartedRun) -> [Chart] {
    guard let instances = run.instances else { return [] }
    return instances.comparisons.filter {
      3...Self.maxAlgorithms ~= $0.standings.count && $0.friedman.chiSquared > 0
    }.map { Self.chart($0, instances) }
  }

  private static func chart(_ comparison: InstanceComparison, _ instances: InstanceRun) -> Chart {
    let ranked = comparison.ranked
    let ranks = Dictionary(firstOf: ranked.map { ($0.algorithm, $0.meanRank) })
    let bars = comparison.groups.enumerated().flatMap { index, group -> [Chart.Row] in
      let (dots, y) = (group.compactMap { ranks[$0] }, -0.35 - 0.3 * Double(index))
      let ends = [(dots.first ?? 1, dots.last ?? 1)] + dots.map { ($0, $0) }
      return ends.map { Chart.Row(x: $0, y: y, low: $0, high: $1, isReference: true) }
    }
    let depth = 0.3 * Double(comparison.groups.count) + 0.25
    let stems = ranked.enumerated().map { index, row in
      Chart.Row(
        x: row.meanRank, y: -depth - Double(index + 1),
        series: "\(row.algorithm)  \(readable(row.meanRank))",
        configuration: instances.configuration(of: row.algorithm))
    }
    let test = comparison.friedman
    return Chart(
      name: Chart.name(comparison.measure, "ranks"),
      title: "Mean ranks by \(comparison.table.measure.title)",
      caption:
        "Mean ranks over \(comparison.table.axes.counted(comparison.instances)); 1 is the best. "
        + "A bar with dots joins algorithms that do not differ: by signed-rank tests with Holm's correction"
        + (comparison.findsDifference ? "" : ", which need Friedman's test to find a difference")
        + ". Failed trials have the worst rank. Friedman test\(comparison.friedmanMethod): "
        + "\(probability(test.p))"
        + (test.hasTooFewCases ? "; the smallest possible is \(probabilityText(test.minP))." : "."),
      form: .ranks,
      x: Chart.Axis(column: "mean_rank", title: "mean rank", range: 1...Double(ranked.count)),
      y: Chart.Axis(
        column: "height", title: "", range: -depth - Double(ranked.count)...0), rows: stems + bars)
  }
}

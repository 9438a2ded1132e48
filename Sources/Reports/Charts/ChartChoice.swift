import YAML

/// The charts that suit what a run swept and measured.
struct ChartChoice {
  /// The charts, those first that most want to see first.
  let charts: [Chart]

  /// Throws a `Diagnostic` if the run's files are damaged.
  init(_ run: RunRecord) throws(Diagnostic) {
    charts = try ConvergenceCharts(run)?.charts() ?? []
  }
}

import ForceLabSettings

/// Decides whether a kind of chart suits a run, and makes the charts.
///
/// To add one, conform to this protocol in a file of its own, and add it to `standardCharts`. A
/// package outside passes it to `Lab.main(_:charts:)`.
public protocol ChartKind: Sendable {
  /// None if the kind does not suit what the run swept and measured. Throws if files are damaged.
  func charts(of run: ChartedRun) throws(Diagnostic) -> [Chart]
}

/// The kinds of charts, in the order in which reports show them.
public let standardCharts: [any ChartKind] = [
  RequestedCharts(), CriticalDifferences(), PerformanceProfiles(), AlgorithmCharts(),
  ConvergenceCharts(), EnergyChart(), ScalingCharts(), TimeOverError(), QualityOverTime(),
  QualityTraces(), HeatMap(), SweepCharts(), ConfigurationLists(),
]

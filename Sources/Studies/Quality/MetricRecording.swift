import ForceLabPlugins

/// When metrics are measured during the layout.
public struct MetricRecording: Record {
  /// Iterations between measurements; nil for 1 up to iteration 20, then a tenth of the iterations so
  /// far.
  public var every: Int?

  public init() {}

  public static let manual = Manual<Self>(
    "record-metrics",
    "Measures the metrics during the layout, into samples.csv. Layout times do not include this.",
    parameters: [
      Parameter(
        "every", \.every, within: Bounds(1...1_000_000_000), unit: "ticks",
        "Iterations between measurements. The last one is always measured.",
        defaultDescription: "1 up to iteration 20, then a tenth of the iterations so far")
    ])
}

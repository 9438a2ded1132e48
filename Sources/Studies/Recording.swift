import ForceLabPlugins

struct Recording: Record {
  enum Kept: String, Choice {
    case final, none
  }

  /// Iterations between records; nil for 1 up to iteration 20, then a tenth of the iterations so far.
  var every: Int?
  var layout = Kept.final
  var frames = 0
  var metrics: MetricRecording?

  static let manual = Manual<Self>(
    "record", "What is recorded of a trial.",
    parameters: [
      Parameter(
        "every", \.every, within: Bounds(1...1_000_000_000), unit: "ticks",
        "Iterations between records of movement and energies. The last one is always recorded.",
        defaultDescription: "1 up to iteration 20, then a tenth of the iterations so far"),
      Parameter("layout", \.layout, "Whether the finished layout is kept."),
      Parameter(
        "frames", \.frames, within: Bounds(0...10_000),
        "Maximum number of frames for the player in the report: at least 2, or 0 for none. They are "
          + "taken from the first trial of each configuration, evenly spaced over its iterations."),
      Parameter(
        "metrics", \.metrics,
        "Also measures the metrics during the layout; layout times do not include this: {} or {every: 10}.",
        defaultDescription: "only of the finished layout, unless there are `targets`"),
    ])

  func check() throws(ParameterError) {
    guard frames != 1 else {
      throw ParameterError(
        "a run has at least two frames, its start and its end; use 0, or 2 or more",
        parameter: "frames")
    }
  }

  /// Whether an iteration is recorded or measured whether or not it is the last, given the last one that was, 0
  /// if there is none. By default, 300 iterations have 51 records and a million have 136: movement and
  /// energies change most at the start, and computing the energies takes as long as a tick.
  static func isDue(_ iteration: Int, after last: Int, every: Int?) -> Bool {
    every.map { iteration % $0 == 0 } ?? (iteration - last >= max(1, last / 10))
  }
}

struct MetricRecording: Record {
  /// Iterations between measurements; nil for 1 up to iteration 20, then a tenth of the iterations so far.
  var every: Int?

  static let manual = Manual<Self>(
    "record-metrics",
    "Measures the metrics during the layout, into samples.csv. Layout times do not include this.",
    parameters: [
      Parameter(
        "every", \.every, within: Bounds(1...1_000_000_000), unit: "ticks",
        "Iterations between measurements. The last one is always measured.",
        defaultDescription: "1 up to iteration 20, then a tenth of the iterations so far")
    ], context: "metrics: [stress]")
}

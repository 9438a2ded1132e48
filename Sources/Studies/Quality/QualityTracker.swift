import ForceLabGraphs
import ForceLabPlugins
import ForceLabQuality
import ForceLabWorkbench

/// Measures the metrics of a layout while it runs, and when it reaches targets. Engines call `measure` for each frame.
struct QualityTracker {
  /// In the order of the coordinates.
  var graph: Graph
  var nodes: NodeTraits
  private let metrics: [any Metric]
  /// Iterations between measurements, as in `MetricRecording`.
  let every: Int?
  private let targets: [Target]
  /// The times and iterations at which targets were reached, by column; those not reached are missing.
  private(set) var reached: [String: Field] = [:]
  private var last = 0
  private var lastValues: [String: Field] = [:]

  /// Nil if `study` measures nothing during the layout. `graph` has the order of the coordinates.
  init?(_ study: LayoutStudy, of graph: Graph) {
    guard !study.trackedMetrics.isEmpty else { return nil }
    (self.graph, nodes) = (graph, study.nodes)
    (metrics, targets) = (study.trackedMetrics, study.trackedTargets)
    every = study.record.metrics?.every
  }

  /// The columns that `measure` gives values of.
  static func columns(of study: LayoutStudy) -> [Column] {
    let metrics = study.trackedMetrics.flatMap(\.columns)
    guard !metrics.isEmpty else { return [] }
    return [.time("layout_ns", "layout time", use: .totalTime)] + metrics
  }

  /// In rows of samples.csv of iterations that are not measured.
  var noValues: [Field] {
    [Field](repeating: .none, count: 1 + metrics.reduce(0) { $0 + $1.columns.count })
  }

  /// The values of `columns(of:)` for a layout at `coordinates`, a list per axis, after `iteration`
  /// iterations that took `nanoseconds` since the start of the layout. Empty ones if a coordinate is
  /// not finite, or if this is not the first measurement after `iteration`.
  mutating func measure(_ coordinates: [[Double]], iteration: Int, nanoseconds: Int64) -> [Field] {
    guard iteration > last || lastValues.isEmpty, coordinates.firstNonFinite == nil else {
      return noValues
    }
    last = iteration
    let layout = nodes.layout(of: graph, at: coordinates)
    let values = metrics.map { $0.values(of: layout) }
    lastValues = [:]
    for (metric, values) in zip(metrics, values) {
      for (column, value) in zip(metric.columns, values) { lastValues[column.name] = Field(value) }
    }
    for target in targets where reached[target.time.name] == nil {
      guard let value = lastValues[target.measure.name]?.number, target.isReached(by: value) else {
        continue
      }
      reached[target.time.name] = .number(Double(nanoseconds) / 1e9)
      reached[target.iterations.name] = .integer(iteration)
    }
    return [.integer(Int(nanoseconds))] + values.joined().map { Field($0) }
  }

  /// The measures after `iteration`, by column; none if it was not measured.
  func values(after iteration: Int) -> [String: Field] { iteration == last ? lastValues : [:] }
}

/// A value of a measure that a layout is to reach.
struct Target: Sendable {
  let measure: Column
  let value: Double

  func isReached(by value: Double) -> Bool {
    measure.better == .higher ? value >= self.value : value <= self.value
  }

  private var words: String { "\(measure.title) \(value.shortText)" }

  var time: Column {
    .time(
      "time_to_\(measure.name)_seconds", "time to \(words)", short: "to \(measure.heading)",
      use: .target, importance: 9)
  }

  var columns: [Column] { [time, iterations] }

  var iterations: Column {
    .measure(
      "iterations_to_\(measure.name)", "iterations to \(words)", better: .lower, importance: 0)
  }
}

extension LayoutStudy {
  /// The metrics that are measured during the layout: those of the graph and the positions alone.
  var trackedMetrics: [any Metric] {
    record.metrics == nil && targets.isEmpty ? [] : metrics.filter(\.needs.isEmpty)
  }

  /// In the order of the metrics; without those that `targetProblems` reports.
  var trackedTargets: [Target] {
    trackedMetrics.flatMap(\.columns).filter { $0.better != nil }.compactMap { column in
      targets.first { $0.key.replacing("-", with: "_") == column.name }.map {
        Target(measure: column, value: $0.value)
      }
    }
  }

  /// Why metrics or targets cannot be measured during the layout.
  func trackingProblems() -> [any Error] {
    let columns = trackedMetrics.flatMap(\.columns)
    if record.metrics != nil, columns.isEmpty {
      return [
        ParameterError(
          "there are no metrics to measure during the layout; add some, as in metrics: [stress]",
          parameter: "record.metrics")
      ]
    }
    // Most experiments have no targets, and there may be many configurations.
    guard !targets.isEmpty else { return [] }
    let known = columns.filter { $0.better != nil }.map(\.name)
    let others = Catalog.quality.types(of: .metric).compactMap { $0.init() as? any Metric }
      .filter(\.needs.isEmpty).sorted { $0.columns.count < $1.columns.count }
    return targets.keys.sorted().compactMap { key in
      let name = key.replacing("-", with: "_")
      if known.contains(name) { return nil }
      let isMeasured = metrics.contains { $0.columns.contains { $0.name == name } }
      let other = others.first { $0.columns.contains { $0.name == name } }
      let all = others.flatMap(\.columns).filter { $0.better != nil }.map(\.name).uniqued
      return ParameterError(
        isMeasured
          ? "'\(key)' cannot be a target: it has no better direction, or is measured at the end "
            + "only; remove it"
          : other.map { "'\(key)' is not measured; add \($0.name) to 'metrics'" }
            ?? "no metric has the measure '\(key)'; "
            + advice(for: name, among: known.isEmpty ? all : known),
        parameter: "targets.\(key)")
    }
  }
}

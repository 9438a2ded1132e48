import ForceLabPlugins
import ForceLabQuality

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
    let known = columns.filter { $0.better != nil }.map(\.name)
    return targets.keys.sorted().compactMap { key in
      let name = key.replacing("-", with: "_")
      if known.contains(name) { return nil }
      let isUnordered = columns.contains { $0.name == name }
      return ParameterError(
        isUnordered
          ? "'\(key)' has no better direction, so that it cannot be a target; remove it"
          : "no metric has the measure '\(key)'; "
            + (known.isEmpty
              ? "add it to 'metrics', as in metrics: [stress]" : advice(for: name, among: known)),
        parameter: "targets.\(key)")
    }
  }
}

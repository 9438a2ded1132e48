import ForceLabPlugins
import ForceLabQuality
import ForceLabSettings

/// Values of metrics that a layout is to reach: `{stress: 0.05}`.
public struct Targets: ParameterValue, Equatable {
  /// Names of columns, with `-` as written or `_`, and values.
  public var values: [String: Double] = [:]

  public init(_ values: [String: Double] = [:]) { self.values = values }

  public static func form(within bounds: Bounds) -> ValueForm { .map(.number(bounds)) }

  public static func decode(_ node: SettingsNode, as slot: Slot, by decoder: inout ParameterDecoder)
    -> Targets?
  {
    let content = "metrics to values, such as {stress: 0.05}"
    guard let entries = decoder.entries(of: node, named: slot.name, mapping: content) else {
      return nil
    }
    var targets = Targets()
    for entry in entries {
      let slot = Slot(name: entry.key, bounds: slot.bounds)
      guard let value = Double.decode(entry.value, as: slot, by: &decoder) else { return nil }
      targets.values[entry.key] = value
    }
    return targets
  }

  public func encoded() -> SettingsNode {
    .mapping(of: values.sorted { $0.key < $1.key }.map { ($0.key, $0.value.encoded()) })
  }

  public var swiftCode: String { "Targets(\(values.isEmpty ? "" : "\(values)"))" }
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
    record.metrics == nil && targets.values.isEmpty ? [] : metrics.filter(\.needs.isEmpty)
  }

  /// In the order of the metrics; without those that `targetProblems` reports.
  var trackedTargets: [Target] {
    trackedMetrics.flatMap(\.columns).filter { $0.better != nil }.compactMap { column in
      targets.values.first { $0.key.replacing("-", with: "_") == column.name }.map {
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
    return targets.values.keys.sorted().compactMap { key in
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

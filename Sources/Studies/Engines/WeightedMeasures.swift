import ForceLabGraphs
import ForceLabMechanics
import ForceLabPlugins
import ForceLabQuality
import ForceLabSettings

/// Measures of a finished layout with weights, whose sum is to be minimal. In a file, it is the name of a metric, or a
/// mapping of names to weights.
public struct WeightedMeasures: ParameterValue {
  private struct Term {
    let metric: any Metric
    let weight: Double

    /// The value times the weight, negated if more is better; nil if the metric has no value.
    func cost(of layout: FinishedLayout) -> Double? {
      // The sum over pairs, as annealing counts it.
      let isStress = metric is Stress
      let value =
        isStress ? RawStress { $0.bestScale = true }.value(of: layout) : metric.value(of: layout)
      return value.map { metric.columns[0].better == .higher ? -weight * $0 : weight * $0 }
    }
  }

  private let terms: [Term]

  public static func form(within bounds: Bounds) -> ValueForm { .weights(of: .metric, Self.bounds) }

  private static let bounds = Bounds(0...1e6)

  public static func decode(_ node: SettingsNode, as slot: Slot, by decoder: inout ParameterDecoder)
    -> Self?
  {
    guard let entries = node.mapping?.entries else {
      return metric(node, by: &decoder).map { Self(terms: [Term(metric: $0, weight: 1)]) }
    }
    let terms = entries.compactMap { entry -> Term? in
      let metric = metric(.scalar(entry.key, at: entry.keyLocation), by: &decoder)
      let weight = Double.decode(
        entry.value, as: Slot(name: entry.key, bounds: Self.bounds), by: &decoder)
      guard let metric, let weight else { return nil }
      return Term(metric: metric, weight: weight)
    }
    guard terms.count == entries.count else { return nil }
    guard terms.contains(where: { $0.weight > 0 }) else {
      decoder.error("'\(slot.name)' needs a metric with a weight above 0", at: node.location)
      return nil
    }
    return Self(terms: terms.filter { $0.weight > 0 })
  }

  /// Nil after reporting an error.
  private static func metric(_ name: SettingsNode, by decoder: inout ParameterDecoder)
    -> (any Metric)?
  {
    guard let metric = decoder.plugin(.metric, from: name) as? any Metric else { return nil }
    let lack =
      metric.columns[0].better == nil
      ? "does not say which of two layouts is better"
      : metric.needs.isEmpty ? nil : "needs more than a graph and a layout"
    guard let lack else { return metric }
    decoder.error("'\(metric.name)' \(lack); choose another metric", at: name.location)
    return nil
  }

  public func encoded() -> SettingsNode {
    guard terms.count > 1 || terms[0].weight != 1 else { return terms[0].metric.name.encoded() }
    return .mapping(of: terms.map { ($0.metric.name, $0.weight.encoded()) })
  }

  /// Throws if a metric has no value for layouts of `graph`.
  func check(on graph: Graph, dimensions: Int) throws(ParameterError) {
    for metric in terms.map(\.metric) {
      try metric.check(on: graph)
      guard let lack = metric.lack(on: graph, dimensions: dimensions) else { continue }
      throw ParameterError("'\(metric.name)' has no value here: \(lack); choose another metric")
    }
  }

  /// The sum for `layout`; infinite if a metric has no value.
  func cost(of layout: FinishedLayout) -> Double {
    terms.reduce(0) { sum, term in sum + (term.cost(of: layout) ?? .infinity) }
  }

  /// Whether layouts can be compared by a part of them. A sum cannot: its measures grow differently with the part.
  var areLocal: Bool { terms.count == 1 && terms[0].metric.isLocal }
  var areCrossings: Bool { whollyAnnealed?.stress == 0 }
  var isStress: Bool { terms.allSatisfy { $0.metric is Stress } }
  var hasStress: Bool { terms.contains { $0.metric is Stress } }

  /// What annealing can lower of it; nil if it is nothing, or the stress alone.
  var annealed: Objective? {
    var objective = Objective()
    for term in terms {
      if term.metric is Stress { objective.stress = term.weight }
      if isCrossings(term.metric) { objective.edgeCrossings = term.weight }
    }
    return objective.edgeCrossings > 0 ? objective : nil
  }

  /// The objective, if annealing can lower all terms; else nil.
  var whollyAnnealed: Objective? {
    terms.allSatisfy { $0.metric is Stress || isCrossings($0.metric) } ? annealed : nil
  }

  /// Normalized crossings have the same minimum as crossings, but only without other terms.
  private func isCrossings(_ metric: any Metric) -> Bool {
    metric is EdgeCrossings || metric is NormalizedCrossings && terms.count == 1
  }
}

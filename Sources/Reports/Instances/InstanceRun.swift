import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench

/// The comparison of all algorithms of a run over its instances.
struct InstanceRun: Sendable {
  let plan: InstancePlan
  let comparisons: [InstanceComparison]
  let fronts: [AlgorithmFronts]

  /// Nil if the run does not compare algorithms over instances. Throws if a table is damaged.
  init?(_ run: RunReader) throws(Diagnostic) {
    guard let plan = InstancePlan(run) else { return nil }
    let comparisons = try InstanceComparison.all(plan)
    guard !comparisons.isEmpty else { return nil }
    (self.plan, self.comparisons) = (plan, comparisons)
    fronts = AlgorithmFronts.all(comparisons, time: run.mainTime)
  }

  /// Two sentences for each measure, and one for each trade-off.
  var texts: [FindingText] {
    let measures = comparisons.flatMap { comparison in
      comparison.sentences.map { FindingText(text: $0, measure: comparison.measure) }
    }
    return measures
      + fronts.compactMap { front in
        let columns = front.measures.map { plan.run.columns[$0] }
        return front.sentence(columns, plan.axes).map {
          FindingText(text: $0, measure: front.measures[1])
        }
      }
  }
}

extension RunReader {
  /// The configurations of each instance of the problem; one group of all without instance axes.
  var instanceGroups: [[Configuration]] {
    guard let instances else { return [configurations] }
    let places = instances.paths.compactMap { paths.firstIndex(of: $0) }
    let key = { (row: Configuration) in places.map { row.settings[$0] } }
    let groups = Dictionary(grouping: configurations, by: key)
    return configurations.map(key).uniqued.compactMap { groups[$0] }
  }
}

/// Metrics of one quality. Papers and programs report each of them under the name of the quality, so that what one
/// finds better may be worse by another.
package enum MetricDefinitions {
  package static let groups: [[any Metric]] = {
    var (angles, lengths) = (AngularResolution(), EdgeLengthDeviation())
    (angles.definition, lengths.definition) = (.mean, .mean)
    return [
      [Stress(), KruskalStress(), RawStress()],
      [NeighborhoodPreservation(), PooledNeighborhoods(), Trustworthiness()],
      [EdgeCrossings(), NormalizedCrossings()],
      [AngularResolution(), angles],
      [EdgeLengthCV(), EdgeLengthDeviation(), lengths],
      [Silhouette(), DistanceConsistency()],
      [GabrielRatio(), ShapeFaithfulness()],
    ]
  }()

  /// Those of the quality that `metric` measures, beside itself. None if no other is known.
  package static func others(of metric: any Metric) -> [any Metric] {
    let own = Set(metric.columns.map(\.name))
    let group = groups.first { group in
      group.contains { !own.isDisjoint(with: $0.columns.map(\.name)) }
    }
    return (group ?? []).filter { own.isDisjoint(with: $0.columns.map(\.name)) }
  }
}

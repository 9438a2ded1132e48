import ForceLabWorkbench

/// The algorithms with the best trade-offs of time and a measure of quality over all instances: by the
/// geometric means of the ratios to the best, and the tests of pairs. `ParetoFront` has those of each instance.
public struct AlgorithmFronts: Encodable, Sendable {
  public struct Point: Encodable, Sendable {
    public let algorithm: String
    /// The geometric means of ratios, in the order of `measures`.
    public let values: [Double]
    public let isOnFront: Bool
  }

  public let measures: [String]
  /// Without algorithms that have an infinite ratio to the best, as that of a failure is.
  public let overall: [Point]
  /// The numbers of instances over which the means are, in the order of `measures`.
  public let overallInstances: [Int]

  /// Nil if fewer than two algorithms have both means.
  init?(_ time: InstanceComparison, _ quality: InstanceComparison) {
    measures = [time.measure, quality.measure]
    overallInstances = [time.instances, quality.instances]
    let known = time.standings.compactMap { row -> (algorithm: String, values: [Double])? in
      let other = quality.standings.first { $0.algorithm == row.algorithm }
      guard let x = row.ratio?.value, let y = other?.ratio?.value else { return nil }
      return (row.algorithm, [x, y])
    }
    guard known.count > 1 else { return nil }
    // As of configurations, an algorithm is left out only if tests find it worse than one with no worse means.
    let verdicts = Set((time.pairs + quality.pairs).map { [$0.better, $0.worse] })
    overall = known.map { algorithm, values in
      let isWorse = known.contains { other in
        verdicts.contains([other.algorithm, algorithm])
          && zip(other.values, values).allSatisfy { $0 <= $1 }
      }
      return Point(algorithm: algorithm, values: values, isOnFront: !isWorse)
    }
  }
}

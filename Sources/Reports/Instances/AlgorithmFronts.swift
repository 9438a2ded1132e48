import ForceLabPlugins
import ForceLabWorkbench

/// The algorithms with the best trade-offs of time and a measure of quality: on each instance by their
/// medians, and over all instances by the geometric means of the ratios to the best and the tests of pairs.
public struct AlgorithmFronts: Encodable, Sendable {
  public struct Point: Encodable, Sendable {
    public let algorithm: String
    /// Medians, or geometric means of ratios, in the order of `measures`.
    public let values: [Double]
    public let isOnFront: Bool
  }

  public struct Front: Encodable, Sendable {
    public let instance: String
    public let points: [Point]
  }

  public let measures: [String]
  public let instances: [Front]
  /// Without algorithms that have an infinite ratio to the best, as that of a failure is.
  public let overall: [Point]
  /// The number of instances over which `overall` is.
  public let overallInstances: Int

  /// Nil if no instance has two algorithms with both measures.
  init?(_ time: InstanceComparison, _ quality: InstanceComparison) {
    let tables = [time.table, quality.table]
    let better = tables.map(\.better)
    let algorithms = tables[0].algorithms.filter(tables[1].algorithms.contains)
    let columns = tables.map { table in
      algorithms.compactMap { table.algorithms.firstIndex(of: $0) }
    }
    let names = tables.map { $0.instances.map(\.name) }
    let rows = names[0].indices.compactMap { row in
      names[1].firstIndex(of: names[0][row]).map { [row, $0] }
    }
    instances = rows.compactMap { row in
      let values = algorithms.indices.map { algorithm in
        (0..<2).compactMap { tables[$0].entries[row[$0]][columns[$0][algorithm]].value }
      }
      let points = Self.points(algorithms, values, better)
      return points.count > 1 ? Front(instance: names[0][row[0]], points: points) : nil
    }
    guard !instances.isEmpty else { return nil }
    measures = [time.measure, quality.measure]
    overallInstances = rows.count
    let means = algorithms.indices.map { algorithm in
      (0..<2).compactMap { side in
        tables[side].ratios.flatMap { ratios in
          GeometricMean(rows.map { ratios[$0[side]][columns[side][algorithm]] })?.value
        }
      }
    }
    // As of configurations, an algorithm is left out only if the tests of pairs find it worse than one with
    // no worse means.
    let verdicts = Set(
      (time.pairs + quality.pairs).compactMap { pair in
        pair.better.map { [$0, $0 == pair.first ? pair.second : pair.first] }
      })
    let known = algorithms.indices.filter { means[$0].count == 2 }
    overall = known.map { index in
      let isWorse = known.contains { other in
        verdicts.contains([algorithms[other], algorithms[index]])
          && zip(means[other], means[index]).allSatisfy { $0 <= $1 }
      }
      return Point(algorithm: algorithms[index], values: means[index], isOnFront: !isWorse)
    }
  }

  /// The points of the algorithms with both values.
  private static func points(
    _ algorithms: [String], _ values: [[Double]], _ better: [Column.Better]
  ) -> [Point] {
    let known = algorithms.indices.filter { values[$0].count == better.count }
    let front = Set(paretoFront(of: known.map { values[$0] }, better))
    return known.enumerated().map { index, algorithm in
      Point(
        algorithm: algorithms[algorithm], values: values[algorithm],
        isOnFront: front.contains(index))
    }
  }
}

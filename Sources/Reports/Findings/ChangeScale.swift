import ForceLabPlugins
import ForceLabWorkbench
import Foundation

/// How changes of a measure are expressed in a report: over graphs not as differences, which large graphs dominate.
struct ChangeScale {
  let scale: Effect.Scale
  private let worse: Double

  init(_ measure: Column, in run: RunReader) {
    let values = run.trials.filter(\.isGood).compactMap { run.number(measure.name, of: $0) }
    worse = measure.better?.costSign ?? 1
    scale =
      values.allSatisfy { $0 > 0 }
      ? .ratio
      : measure.isCount
        ? .countRatio : run.instanceGroups.count > 1 ? .relativeDifference : .difference
  }

  /// A change of a sum of numbers, as it is printed.
  func change(_ shift: Double) -> Double { scale.isLogarithmic ? exp(shift) : shift }

  /// The number of which differences are changes, or that of a failure; nil for a time that does not count.
  func number(of sample: PairedTable.Sample, in cell: Cell) -> Double? {
    sample.value.map { cell.number($0) } ?? (sample.counts ? cell.failure : nil)
  }

  /// The values of a measure of all configurations that are compared with each other on one graph.
  func cell(_ values: [Double]) -> Cell {
    let size = Statistics.median(of: values.map(\.magnitude)) ?? 0
    let divisor = scale == .relativeDifference && size > 0 ? size : 1
    return Cell(scale: scale, divisor: divisor, worse: worse, values: values)
  }

  struct Cell {
    private let scale: Effect.Scale
    private let divisor: Double
    /// What a failure counts as: less good than the worst number by as much as that than the best, at
    /// least by a factor of two. Differences without a range have that of their size, or 1.
    private(set) var failure = 0.0

    init(scale: Effect.Scale, divisor: Double = 1, worse: Double, values: [Double]) {
      (self.scale, self.divisor) = (scale, divisor)
      let numbers = values.map { number($0) * worse }
      let (low, high) = (numbers.min() ?? 0, numbers.max() ?? 0)
      let least = scale.isLogarithmic ? log(2) : high > low ? 0 : max(1, high.magnitude)
      failure = worse * (high + max(high - low, least))
    }

    func number(_ value: Double) -> Double {
      switch scale {
      case .ratio: log(value)
      case .countRatio: log1p(value)
      default: value / divisor
      }
    }
  }
}

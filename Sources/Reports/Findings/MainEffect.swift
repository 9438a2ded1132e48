import Foundation
import ForceLabPlugins
import ForceLabWorkbench

/// What a change of one swept setting does to a measure, over all other settings.
///
/// The effect in one repeat is the mean over all cells, which are the combinations of the other
/// settings; the effect is the median of the repeats. Repeats are the observations, because their
/// starts are random and the cells are not.
public struct MainEffect: Encodable, Sendable {
  public enum Verdict: String, Encodable, Sendable {
    case lower, higher, faster, slower
    /// The interval holds no change.
    case none
    /// There are too few distinct repeats for an interval.
    case unclear
  }

  public let path: String
  public let measure: String
  /// The first value of the path, and the value that it is compared with.
  public let from: String
  public let to: String
  public let scale: Effect.Scale
  /// The geometric mean of ratios, or the mean of differences if a value is not above zero.
  public let change: Double
  /// The bounds of the change, which hold for all values of the path with 95 % confidence.
  public let low: Double?
  public let high: Double?
  /// The number of distinct repeats.
  public let repeats: Int
  /// The fewest distinct repeats for an interval.
  public let neededRepeats: Int
  /// The number of cells that have all trials of both values, and of those that do not.
  public let cells: Int
  public let excludedCells: Int
  public let verdict: Verdict

  /// The logarithm of a ratio, or a difference: zero for no change.
  let shift: Double

  init(
    _ axis: SweptAxis, _ measure: Column, _ candidate: Int, _ sample: SweptAxis.Sample,
    comparisons: Int
  ) {
    path = axis.path
    self.measure = measure.name
    (from, to) = (axis.names[0], axis.names[candidate])
    scale = sample.isRatio ? .ratio : .difference
    let bounds: ClosedRange<Double>?
    (shift, bounds) = sample.shift(comparisons: comparisons)
    let value = { (shift: Double) in sample.isRatio ? exp(shift) : shift }
    change = value(shift)
    (low, high) = (bounds.map { value($0.lowerBound) }, bounds.map { value($0.upperBound) })
    repeats = sample.differences.count
    neededRepeats = Shift.minPairs(comparisons: comparisons)
    (cells, excludedCells) = (sample.cells, sample.excludedCells)
    verdict =
      switch bounds {
      case nil: .unclear
      case let bounds? where bounds.lowerBound > 0: measure.isTime ? .slower : .higher
      case let bounds? where bounds.upperBound < 0: measure.isTime ? .faster : .lower
      default: .none
      }
  }

  private enum CodingKeys: CodingKey {
    case path, measure, from, to, scale, change, low, high, repeats, neededRepeats, cells
    case excludedCells, verdict
  }
}

/// A second setting at whose values the effect of the first has opposite directions.
public struct Interaction: Encodable, Sendable {
  public let path: String
  public let measure: String
  public let from: String
  public let to: String
  /// The second path, and its values where the change lowers and raises the measure.
  public let by: String
  public let lowerAt: [String]
  public let higherAt: [String]
}

import Foundation
import ForceLabWorkbench

/// The numbers of one measure for the base and a candidate.
struct Observations {
  /// Of all trials of the base.
  var base: [Double] = []
  /// Of all trials of the candidate.
  var new: [Double] = []
  /// The numbers of trials with the same start, again.
  var pairs: [(base: Double, new: Double)] = []
}

/// The change of one measure from the base to a candidate.
public struct Effect: Sendable {
  /// How the change is expressed.
  public enum Scale: String, Sendable {
    /// New divided by base; used if all numbers are above zero.
    case ratio
    /// New minus base, in the unit of the measure.
    case difference
  }

  /// How the change is expressed.
  public let scale: Scale
  /// The change, as a ratio or a difference.
  public let change: Double
  /// Its 95 % confidence interval; nil if there are too few trials for one.
  public let interval: ClosedRange<Double>?
  /// The verdict.
  public let verdict: ComparisonVerdict
  /// The medians of both.
  public let medians: (base: Double, new: Double)
  /// How many trials of each were compared.
  public let counts: (base: Int, new: Int)
  /// Whether trials with the same start were compared in pairs.
  public let isPaired: Bool

  /// The change within `sample`; nil if a side is empty. Relative changes below `threshold` count as
  /// none.
  ///
  /// If there are too few pairs for an interval, all trials are compared without pairing. That interval
  /// has the same confidence but may be wider.
  init?(_ sample: Observations, isTime: Bool, threshold: Double) {
    // Equal results from equal starts are no coincidence.
    let areEqual = !isTime && !sample.pairs.isEmpty && sample.pairs.allSatisfy { $0.base == $0.new }
    isPaired = areEqual || sample.pairs.count >= Shift.leastPairs
    let base = isPaired ? sample.pairs.map(\.base) : sample.base
    let new = isPaired ? sample.pairs.map(\.new) : sample.new
    guard let before = Statistics.median(of: base), let after = Statistics.median(of: new) else {
      return nil
    }
    medians = (before, after)
    counts = (base.count, new.count)
    let isRatio = base.allSatisfy { $0 > 0 } && new.allSatisfy { $0 > 0 }
    scale = isRatio ? .ratio : .difference
    let (x, y) = isRatio ? (base.map { log($0) }, new.map { log($0) }) : (base, new)
    let limit =
      isRatio ? log1p(threshold) : threshold * max(Self.size(base), Self.size(new))
    guard
      let shift = isPaired ? Shift(pairs: zip(x, y).map { $1 - $0 }) : Shift(from: x, to: y)
    else { return nil }
    let bounds = areEqual ? 0...0 : shift.interval
    verdict = ComparisonVerdict(
      shift: shift.estimate, interval: bounds, limit: limit, isTime: isTime)
    change = isRatio ? exp(shift.estimate) : shift.estimate
    interval = bounds.map { isRatio ? exp($0.lowerBound)...exp($0.upperBound) : $0 }
  }

  /// Whether there are too few trials for an interval.
  public var needsTrials: Bool { interval == nil }

  /// The median of the magnitudes.
  private static func size(_ values: [Double]) -> Double {
    Statistics.median(of: values.map(\.magnitude)) ?? 0
  }
}

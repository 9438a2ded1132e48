import Foundation
import ForceLabWorkbench

/// The numbers of one measure for the base and a candidate.
struct Observations {
  var base: [Double] = []
  var new: [Double] = []
  /// The numbers of trials with the same start, again.
  var pairs: [(base: Double, new: Double)] = []
}

public struct Effect: Sendable {
  public enum Scale: String, Sendable {
    /// New divided by base; used if all numbers are above zero.
    case ratio
    /// New minus base, in the unit of the measure.
    case difference
  }

  public let scale: Scale
  public let change: Double
  /// Its 95 % confidence interval; nil if there are too few trials for one.
  public let interval: ClosedRange<Double>?
  public let verdict: ComparisonVerdict
  public let medians: (base: Double, new: Double)
  public let counts: (base: Int, new: Int)
  public let isPaired: Bool

  /// Nil if a side is empty. Relative changes below `threshold` count as none. With too few pairs
  /// for an interval, all trials are compared without pairing.
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

  public var needsTrials: Bool { interval == nil }

  private static func size(_ values: [Double]) -> Double {
    Statistics.median(of: values.map(\.magnitude)) ?? 0
  }
}

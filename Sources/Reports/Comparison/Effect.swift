import Foundation
import ForceLabWorkbench

/// The numbers of one measure, of a base and of a competitor.
struct Observations {
  /// Of all trials of the base.
  var base: [Double] = []
  /// Of all trials of the competitor.
  var new: [Double] = []
  /// Of those that started alike, once more.
  var pairs: [(base: Double, new: Double)] = []
}

/// What changes in one measure from the trials of a base to those of a competitor.
public struct Effect: Sendable {
  /// How the change is told.
  public enum Scale: String, Sendable {
    /// By what the base is multiplied; where all numbers are above zero.
    case ratio
    /// By what is added to the base, in the unit of the measure; where some are zero or below, of
    /// which ratios say nothing.
    case difference
  }

  /// How the change is told.
  public let scale: Scale
  /// The change, as a ratio or a difference.
  public let change: Double
  /// Its 95 % confidence interval; nil if there are too few trials for one.
  public let interval: ClosedRange<Double>?
  /// What is said of it.
  public let verdict: Verdict
  /// The medians of both.
  public let medians: (base: Double, new: Double)
  /// How many trials of each were compared.
  public let counts: (base: Int, new: Int)
  /// Whether each trial was compared with the one that started alike.
  public let isPaired: Bool

  /// The change within `sample`; nil if a side is empty. `threshold` is the part by which a change is
  /// worth a verdict.
  ///
  /// Too few pairs for an interval of pairs are compared as if they were none, together with all
  /// trials without partners: that interval is as sure, though wider where pairs have much in common.
  init?(_ sample: Observations, isTime: Bool, threshold: Double) {
    // Trials that started alike and ended alike to the last bit did not differ by chance.
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
    verdict = Verdict(shift: shift.estimate, interval: bounds, limit: limit, isTime: isTime)
    change = isRatio ? exp(shift.estimate) : shift.estimate
    interval = bounds.map { isRatio ? exp($0.lowerBound)...exp($0.upperBound) : $0 }
  }

  /// Whether there are too few trials for an interval.
  public var needsTrials: Bool { interval == nil }

  /// How great numbers of either sign are: the median of their magnitudes.
  private static func size(_ values: [Double]) -> Double {
    Statistics.median(of: values.map(\.magnitude)) ?? 0
  }
}

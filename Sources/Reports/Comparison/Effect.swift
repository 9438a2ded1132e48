import Foundation
import Workbench

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

  /// The change from `base` to `new`, in whose lists those of one place are a pair if `arePairs`; nil
  /// if one is empty. `threshold` is the part by which a change is worth a verdict.
  ///
  /// Four or five pairs are too few for an interval of pairs; they are compared as if they were none,
  /// whose interval is as sure, though wider where pairs have much in common.
  init?(
    from base: [Double], to new: [Double], arePairs: Bool, isTime: Bool, threshold: Double
  ) {
    guard let before = Statistics.median(of: base), let after = Statistics.median(of: new) else {
      return nil
    }
    medians = (before, after)
    counts = (base.count, new.count)
    // Trials that started alike and ended alike to the last bit did not differ by chance.
    let areEqual = arePairs && !isTime && base == new
    isPaired =
      arePairs && (areEqual || !(Shift.leastUnpaired..<Shift.leastPairs).contains(base.count))
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

import Foundation
import ForceLabQuality
import ForceLabSettings
import ForceLabWorkbench

/// The numbers of one measure for the base and a candidate.
struct Observations {
  var base: [Double] = []
  var new: [Double] = []
  /// The numbers of trials with the same start, again.
  var pairs: [(base: Double, new: Double)] = []
  /// Whether both trials of each pair produced the same, as far as is known.
  var areCopies = true
}

public struct Effect: Sendable {
  public enum Scale: String, Encodable, Sendable {
    /// New divided by base; used if all numbers are above zero.
    case ratio
    /// New minus base, in the unit of the measure.
    case difference
  }

  public let scale: Scale
  public let change: Double
  /// Its 95 % confidence interval; nil if there are too few trials for one.
  public let interval: ClosedRange<Double>?
  /// After the correction of p-values.
  public private(set) var verdict: ComparisonVerdict
  /// The two-sided p-value of no change, by the test of the interval; nil without an interval, and if
  /// both produced the same.
  public private(set) var p: Double?
  /// The p-value corrected for all cells of a table (Holm).
  public private(set) var correctedP: Double?
  /// The p-value of all trials without pairing, by the rank-sum test; nil if they are not paired.
  private let unpairedP: Double?
  /// Whether `p` is that of trials without pairing, because of too few pairs for many comparisons.
  public private(set) var isTestedUnpaired = false
  /// Whether it would be a difference if it were the only comparison.
  public let differsAlone: Bool
  public let medians: (base: Double, new: Double)
  public let counts: (base: Int, new: Int)
  public let isPaired: Bool

  /// Nil if a side is empty. Relative changes below `threshold` count as none. With too few pairs
  /// for an interval, all trials are compared without pairing.
  init?(_ sample: Observations, isTime: Bool, threshold: Double) {
    // Equal results from equal starts are no coincidence.
    let areEqual =
      !isTime && !sample.pairs.isEmpty && sample.areCopies
      && sample.pairs.allSatisfy { $0.base == $0.new }
    isPaired = areEqual || sample.pairs.count >= Shift.minPairs
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
    let limit = isRatio ? log1p(threshold) : threshold * max(Self.size(base), Self.size(new))
    guard
      let shift = isPaired ? Shift(pairs: zip(x, y).map { $1 - $0 }) : Shift(from: x, to: y)
    else { return nil }
    let bounds = areEqual ? 0...0 : shift.interval
    verdict = ComparisonVerdict(
      shift: shift.estimate, interval: bounds, limit: limit, isTime: isTime)
    differsAlone = verdict.isDifference
    p = areEqual ? nil : shift.p
    unpairedP = isPaired && !areEqual ? Shift(from: x, to: y)?.p : nil
    change = isRatio ? exp(shift.estimate) : shift.estimate
    interval = bounds.map { isRatio ? exp($0.lowerBound)...exp($0.upperBound) : $0 }
  }

  /// Takes the rank-sum test if no result of so few pairs could be significant among `comparisons`.
  /// Shared conditions of pairs make that test conservative.
  mutating func prepare(for comparisons: Int) {
    guard let unpairedP, p != nil, counts.base < Shift.minPairs(comparisons: comparisons) else {
      return
    }
    (p, isTestedUnpaired) = (unpairedP, true)
  }

  /// A difference whose corrected p-value exceeds 5 % is unclear.
  mutating func correct(_ p: Double) {
    correctedP = p
    if p > 0.05, verdict.isDifference { verdict = .unclear }
  }

  public var needsTrials: Bool { interval == nil }

  private static func size(_ values: [Double]) -> Double {
    Statistics.median(of: values.map(\.magnitude)) ?? 0
  }
}

/// The distances of a candidate's layouts from those of the base, pair by pair.
public struct LayoutDistance: Sendable {
  /// The Procrustes distances from 0 to 1 in ascending order: Σ‖xi − yi‖² of two layouts of size 1
  /// after the best translation, rotation and scaling.
  public let distances: [Double]
  /// `same` if the distance of every pair is within the threshold, relative to the size of the
  /// layout (both root mean squares); `different` if that of none is; else `unclear`.
  public let verdict: ComparisonVerdict
  public var median: Double { Statistics.median(of: distances) ?? 0 }

  /// Nil if none left layouts of the same graph. Throws if a layout is damaged.
  init?(
    _ pairs: [(base: TrialRow, new: TrialRow)], of base: RunReader, _ new: RunReader,
    threshold: Double
  ) throws(Diagnostic) {
    var distances: [Double] = []
    for pair in pairs {
      guard let first = try base.layout(of: pair.base), let second = try new.layout(of: pair.new),
        let distance = Procrustes.distance(first, second)
      else { continue }
      distances.append(distance)
    }
    guard !distances.isEmpty else { return nil }
    self.distances = distances.sorted()
    let limit = threshold * threshold
    let near = distances.count { $0 <= limit }
    verdict = near == distances.count ? .same : near == 0 ? .different : .unclear
  }
}

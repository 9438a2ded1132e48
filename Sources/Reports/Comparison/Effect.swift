import Foundation
import ForceLabQuality
import ForceLabSettings
import ForceLabWorkbench

struct Observations {
  var base: [Double] = []
  var new: [Double] = []
  /// The numbers of trials with the same start, again.
  var pairs: [(base: Double, new: Double)] = []
  /// Whether both trials of each pair produced the same, as far as is known.
  var areCopies = true
}

extension Observations {
  /// Those of good trials. Copies count only if it is a time.
  init(_ base: [PairedTable.Sample], _ new: [PairedTable.Sample], isTime: Bool) {
    let (base, new) = (base.filter(\.isGood), new.filter(\.isGood))
    func distinct<Item>(_ items: [Item], _ outcomes: (Item) -> [String?]) -> [Item] {
      isTime ? items : distinctRepeats(items.map(outcomes)).map { items[$0] }
    }
    let pairs = base.paired(with: new)
    self.init(
      base: distinct(base) { [$0.outcome] }.compactMap(\.value),
      new: distinct(new) { [$0.outcome] }.compactMap(\.value),
      pairs: distinct(pairs) { [$0.base.outcome, $0.new.outcome] }.compactMap { pair in
        guard let before = pair.base.value, let after = pair.new.value else { return nil }
        return (before, after)
      },
      areCopies: pairs.allSatisfy { pair in
        let (before, after) = (pair.base.outcome, pair.new.outcome)
        return before == nil || after == nil || before == after
      })
  }
}

public struct Effect: Sendable {
  public enum Scale: String, Encodable, Sendable {
    /// New divided by base; used if all numbers are above zero.
    case ratio
    /// New minus base, in the unit of the measure.
    case difference
    /// The Procrustes distance of layouts, from 0 to 1: Σ‖xi − yi‖² of two layouts of size 1 after the
    /// best translation, rotation and scaling.
    case distance = "procrustes"
  }

  public let scale: Scale
  public let change: Double
  /// Its 95 % confidence interval; nil if there are too few trials for one. Of distances, the range.
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
  /// Nil for distances.
  public let medians: (base: Double, new: Double)?
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

  /// The distances of a candidate's layouts from those of the base, pair by pair: `same` if that of every
  /// pair is within the threshold, relative to the size of the layout (both root mean squares),
  /// `different` if that of none is, else `unclear`.
  ///
  /// Nil if none left layouts of the same graph. Throws if a layout is damaged.
  init?(
    ofLayouts pairs: [(base: TrialRow, new: TrialRow)], of base: RunReader, _ new: RunReader,
    threshold: Double
  ) throws(Diagnostic) {
    var distances: [Double] = []
    for pair in pairs {
      guard let first = try base.layout(of: pair.base), let second = try new.layout(of: pair.new),
        let distance = Procrustes.distance(first, second)
      else { continue }
      distances.append(distance)
    }
    distances.sort()
    guard let minimum = distances.first, let maximum = distances.last else { return nil }
    let near = distances.count { $0 <= threshold * threshold }
    verdict = near == distances.count ? .same : near == 0 ? .different : .unclear
    (scale, change, interval) = (.distance, quantile(distances, 0.5), minimum...maximum)
    (medians, counts, isPaired) = (nil, (distances.count, distances.count), true)
    (unpairedP, differsAlone) = (nil, false)
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

public enum ComparisonVerdict: String, CaseIterable, Sendable {
  case faster
  case slower
  case lower
  case higher
  case different
  /// The whole confidence interval is within the threshold.
  case same
  /// The interval allows several verdicts, or there is none.
  case unclear

  /// A difference only if it exceeds `limit` and its interval excludes zero.
  init(shift: Double, interval: ClosedRange<Double>?, limit: Double, isTime: Bool) {
    self =
      switch interval {
      case let range? where shift > limit && range.lowerBound > 0: isTime ? .slower : .higher
      case let range? where shift < -limit && range.upperBound < 0: isTime ? .faster : .lower
      case let range? where -limit <= range.lowerBound && range.upperBound <= limit: .same
      default: .unclear
      }
  }

  var isDifference: Bool { self != .same && self != .unclear }

  /// What must have been compared for this verdict; nil for anything.
  var subject: Subject? {
    switch self {
    case .faster, .slower: .time
    case .lower, .higher: .other
    case .different: .layout
    case .same, .unclear: nil
    }
  }

  enum Subject: String, CaseIterable {
    case time
    case other = "other measure"
    case layout
  }
}

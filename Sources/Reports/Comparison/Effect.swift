import Foundation
import ForceLabPlugins
import ForceLabQuality
import ForceLabSettings
import ForceLabWorkbench

/// What is compared in one cell. Trials that failed are infinite, in the worse direction.
struct Observations {
  var base: [Double] = []
  var new: [Double] = []
  /// The numbers of trials with the same start, again, and the number of their repeat.
  var pairs: [(base: Double, new: Double, repetition: Int)] = []
  /// Whether both trials of each pair produced the same, as far as is known.
  var areCopies = true
  /// Whether a side has repeats that do not count, because they are copies.
  var hasCopies = false
  /// Whether each is the median of a run.
  var areRuns = false
}

extension Observations {
  /// Copies count only in times, failed trials only if a direction is better. `repeats` are the numbers of starts.
  init(
    _ base: [PairedTable.Sample], _ new: [PairedTable.Sample], _ measure: Column,
    repeats: [TrialRow.Start: Int]
  ) {
    let value = { (sample: PairedTable.Sample) in Self.value(sample, measure) }
    let pairs = base.paired(with: new)
    let own = [base, new].map { measure.distinct($0) { [$0.outcome] } }
    self.init(
      base: own[0].compactMap(value), new: own[1].compactMap(value),
      pairs: measure.distinct(pairs) { [$0.base.outcome, $0.new.outcome] }.compactMap { pair in
        guard let before = value(pair.base), let after = value(pair.new) else { return nil }
        return (before, after, repeats[pair.base.start] ?? 0)
      },
      areCopies: pairs.allSatisfy { pair in
        let (before, after) = (pair.base.outcome, pair.new.outcome)
        return before == nil || after == nil || before == after
      }, hasCopies: own.map(\.count) != [base.count, new.count])
  }

  /// Infinite for a failure; nil if it does not count.
  static func value(_ sample: PairedTable.Sample, _ measure: Column) -> Double? {
    if let value = sample.value { return value }
    if !sample.counts { return nil }
    return measure.better.map { $0 == .lower ? .infinity : -.infinity }
  }
}

public struct Effect: Sendable {
  public enum Scale: String, Encodable, Sendable {
    /// New divided by base; used if all numbers are above zero.
    case ratio
    /// New plus one, divided by base plus one: of counts that may be zero.
    case countRatio = "ratio of x + 1"
    /// New minus base, in the unit of the measure.
    case difference
    /// New minus base, divided by the median magnitude in a cell.
    case relativeDifference = "relative difference"
    /// The Procrustes distance: Σ‖xi − yi‖² of two layouts of size 1 after the best translation, rotation and scaling.
    case distance = "procrustes"

    var isLogarithmic: Bool { self == .ratio || self == .countRatio }
  }

  public let scale: Scale
  public private(set) var change: Double
  /// Its 95 % interval, which holds with those of all other effects; nil with too few trials. Of distances, the range.
  public private(set) var interval: ClosedRange<Double>?
  public private(set) var verdict: ComparisonVerdict
  /// The two-sided p-value of no change, corrected for all effects; nil without an interval, and if both are the same.
  public private(set) var p: Double?
  /// Infinite if at least half of the trials failed; nil for distances.
  public let medians: (base: Double, new: Double)?
  public let counts: (base: Int, new: Int)
  /// The numbers of those that are `ok`.
  public let good: (base: Int, new: Int)
  /// Whether failures decide, of which nobody knows how much worse they are.
  public var hasFailures: Bool { good != counts }
  public let isPaired: Bool
  /// Whether repeats do not count, because they are copies.
  let hasCopies: Bool
  /// Whether medians of runs are compared, instead of trials.
  let comparesRuns: Bool
  private var limit = 0.0
  private var isTime = false
  /// What the statement is about; nil if both are equal, or not compared.
  private var compared: StatementFamily.Change?

  /// Relative changes below `threshold` count as none. With too few pairs for an interval, all trials
  /// are compared without pairing. Nil if no trial of a side is `ok`. `judge` gives the verdict.
  init?(_ sample: Observations, isTime: Bool, threshold: Double, isCompared: Bool = true) {
    // Equal results from equal starts are no coincidence.
    let areEqual =
      !isTime && !sample.pairs.isEmpty && sample.areCopies
      && sample.pairs.allSatisfy { $0.base == $0.new && $0.base.isFinite }
    isPaired = areEqual || sample.pairs.count >= StatementFamily.minRepeats
    (hasCopies, comparesRuns) = (sample.hasCopies, sample.areRuns)
    let base = isPaired ? sample.pairs.map(\.base) : sample.base
    let new = isPaired ? sample.pairs.map(\.new) : sample.new
    let (goodBase, goodNew) = (base.filter(\.isFinite), new.filter(\.isFinite))
    guard !goodBase.isEmpty, !goodNew.isEmpty, let before = Statistics.median(of: base),
      let after = Statistics.median(of: new)
    else { return nil }
    (medians, counts, good) = (
      (before, after), (base.count, new.count), (goodBase.count, goodNew.count)
    )
    let finite = goodBase + goodNew
    let scale = finite.allSatisfy { $0 > 0 } ? Scale.ratio : .difference
    let worse = (base + new).contains(-.infinity) ? -1.0 : 1
    let cell = ChangeScale.Cell(scale: scale, worse: worse, values: finite)
    let number = { (value: Double) in value.isFinite ? cell.number(value) : cell.failure }
    let (x, y) = (base.map(number), new.map(number))
    (self.scale, self.isTime) = (scale, isTime)
    limit =
      scale == .ratio ? log1p(threshold) : threshold * max(Self.size(goodBase), Self.size(goodNew))
    verdict = isCompared ? .unclear : .notCompared
    let shifts = zip(x, y).map { $1 - $0 }
    let shift =
      isPaired
      ? shifts.reduce(0, +) / Double(shifts.count)
      : y.reduce(0, +) / Double(y.count) - x.reduce(0, +) / Double(x.count)
    change = scale.isLogarithmic ? exp(shift) : shift
    if areEqual { interval = change...change }
    if areEqual && isCompared { verdict = .same }
    guard !areEqual, isCompared else { return }
    compared =
      isPaired
      ? .paired(zip(sample.pairs, shifts).map { ($0.repetition, $1) })
      : .unpaired(
        base: x.enumerated().map { (-1 - 2 * $0, $1) },
        new: y.enumerated().map { (-2 - 2 * $0, $1) })
  }

  /// Adds the effects of one measure to `family`, in a group for each scale and kind of sample, and without
  /// those with failures, which vary more. Returns the numbers of their statements.
  static func add(_ effects: [Effect], to family: inout StatementFamily) -> [Int?] {
    var numbers = [Int?](repeating: nil, count: effects.count)
    let groups = effects.indices.filter { effects[$0].compared != nil }.grouped { index in
      let effect = effects[index]
      return [effect.scale.rawValue, "\(effect.isPaired)", "\(effect.hasFailures)"]
    }
    for (_, group) in groups {
      let first = family.add(group.compactMap { effects[$0].compared })
      for (offset, index) in group.enumerated() { numbers[index] = first + offset }
    }
    return numbers
  }

  mutating func judge(_ result: JudgedStatements.Statement) {
    let isRatio = scale.isLogarithmic
    change = isRatio ? exp(result.estimate) : result.estimate
    interval = result.interval.map { isRatio ? exp($0.lowerBound)...exp($0.upperBound) : $0 }
    (p, verdict) = (
      result.p, ComparisonVerdict(interval: result.interval, limit: limit, isTime: isTime)
    )
    // The machine makes outliers of times; those of other measures are layouts.
    let whole = ComparisonVerdict(
      interval: result.intervalWithOutliers, limit: limit, isTime: isTime)
    if verdict == .same, !isTime, whole != .same { verdict = .unclear }
    // Rare layouts that are far worse can turn a mean round.
    let mean = result.intervalWithOutliers.map { $0.lowerBound + $0.upperBound } ?? 0
    if verdict == .lower && mean > 0 || verdict == .higher && mean < 0 { verdict = .unclear }
  }

  /// The distances of a candidate's layouts from those of the base, pair by pair: `same` if that of every
  /// pair is within the threshold, relative to the size of the layout (both root mean squares),
  /// `different` if that of none is, else `unclear`. Nil without layouts of the same graph. Throws if one is damaged.
  init?(
    ofLayouts pairs: [(base: TrialRow, new: TrialRow)], of base: Sketches, _ new: Sketches,
    threshold: Double
  ) throws(Diagnostic) {
    var distances: [Double] = []
    for pair in pairs {
      guard let first = try base.layout(of: pair.base), let second = try new.layout(of: pair.new)
      else { continue }
      if first[0].count != second[0].count {
        _ = try base.sketch(of: pair.base, at: first)
        _ = try new.sketch(of: pair.new, at: second)
      }
      guard let distance = Procrustes.distance(first, second) else { continue }
      distances.append(distance)
    }
    distances.sort()
    guard let minimum = distances.first, let maximum = distances.last else { return nil }
    let near = distances.count { $0 <= threshold * threshold }
    verdict = near == distances.count ? .same : near == 0 ? .different : .unclear
    (scale, change, interval) = (.distance, quantile(distances, 0.5), minimum...maximum)
    (medians, counts, isPaired) = (nil, (distances.count, distances.count), true)
    (hasCopies, comparesRuns) = (false, false)
    good = counts
  }

  public var needsTrials: Bool { interval == nil && verdict != .notCompared }

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
  /// Times of two runs, which differ by more than what was changed.
  case notCompared = "not-compared"
  /// Instead of a verdict: whether the change is in the direction that the measure says, or against it.
  case better
  case worse

  /// A difference only if the whole interval is beyond `limit`.
  init(interval: ClosedRange<Double>?, limit: Double, isTime: Bool) {
    self =
      switch interval {
      case let range? where range.lowerBound > limit: isTime ? .slower : .higher
      case let range? where range.upperBound < -limit: isTime ? .faster : .lower
      case let range? where -limit <= range.lowerBound && range.upperBound <= limit: .same
      default: .unclear
      }
  }

  /// What must have been compared for this verdict; nil for anything.
  var subject: Subject? {
    switch self {
    case .faster, .slower: .time
    case .lower, .higher: .other
    case .different: .layout
    case .better, .worse: .directed
    case .same, .unclear, .notCompared: nil
    }
  }

  enum Subject: String, CaseIterable {
    case time
    case other = "other measure"
    case layout
    case directed = "measure with a known better direction"
  }
}

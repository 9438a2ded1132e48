import ForceLabPlugins
import ForceLabWorkbench
import Foundation

public struct AlgorithmStanding: Encodable, Sendable {
  public let algorithm: String
  /// 1 if it is the best everywhere; failures share the last ranks.
  public let meanRank: Double
  /// On how many instances it alone, or with others, is the best as far as repeats tell; none where these are too few.
  public fileprivate(set) var wins = 0
  public fileprivate(set) var ties = 0
  /// On how many instances it has the best median.
  public let leads: Int
  /// On how many instances at least half of its trials have no value.
  public let failed: Int
  /// The trials, and those that have a value.
  public let trials: Int
  public let good: Int
  /// The ratios to the best over all instances, with an interval over these; nil if one is infinite, as for a failure.
  public let ratio: GeometricMean?
  /// The growth of a time or another cost with the size of the instance.
  public let growth: PowerLaw?
}

public struct AlgorithmPair: Encodable, Sendable {
  public let first: String
  public let second: String
  /// On how many instances the median of the first is better, neither is, and that of the second is.
  public let wins: Int
  public let ties: Int
  public let losses: Int
  /// The second divided by the first over all instances (each plus the offset of the measure), of which failures have
  /// infinite ratios: the estimate of the signed-rank test, and the bounds of its 95 % interval over
  /// instances. Nil if infinite, or if a value is below zero.
  public let ratio: Double?
  public let low: Double?
  public let high: Double?
  /// The sums of the ranks of instances where the first and the second is better.
  public let firstRanks: Double
  public let secondRanks: Double
  /// The p-value of the signed-rank test, and the one that is corrected for all pairs.
  public let p: Double
  public let correctedP: Double
  /// The algorithm that is better over all instances with 95 % confidence.
  public fileprivate(set) var better: String?
  /// The other one, if one is better.
  var worse: String? { better.map { $0 == first ? second : first } }
}

/// The comparison of algorithms by one measure over instances such as graphs, each of which is one observation.
public struct InstanceComparison: Encodable, Sendable {
  public let measure: String
  public let better: Column.Better
  /// The instances that count.
  public let instances: Int
  /// What all intervals are over, such as graphs: they hold for other instances like these.
  public let intervalOver: String
  public private(set) var standings: [AlgorithmStanding]
  public let friedman: FriedmanTest
  /// The largest groups of algorithms of which no two differ, each from the best mean rank.
  public private(set) var groups: [[String]] = []
  public private(set) var pairs: [AlgorithmPair]
  /// `p`, corrected for all measures and effects of the report (Holm).
  public private(set) var correctedP = 1.0
  /// Algorithms that do not count, because all of their trials were skipped or do not have this measure.
  public let withoutResult: [String]
  public let excluded: Int

  let table: InstanceTable
  /// The algorithms not told from the best of each instance; none with too few repeats, or several configurations.
  private(set) var winners: [Set<Int>]
  /// The number of measures and effects that are tested together.
  private(set) var tests = 1

  private enum CodingKeys: CodingKey {
    case measure, better, instances, intervalOver, standings, friedman, correctedP, groups, pairs,
      withoutResult
    case excluded
  }

  /// Nil if fewer than two algorithms or instances have the measure.
  init?(_ run: InstanceRun, _ measure: Column, countsContended: Bool) {
    guard let table = InstanceTable(run, measure, countsContended: countsContended),
      let friedman = FriedmanTest(table.costs)
    else { return nil }
    (self.table, self.friedman) = (table, friedman)
    (self.measure, better, instances) = (measure.name, table.better, table.entries.count)
    intervalOver = table.axes.plural
    (withoutResult, excluded) = (table.withoutResult, table.excluded.count)
    let size = measure.isTime || measure.use == .cost ? run.run.columns(for: .size).first : nil
    let sizes = size.map { table.sizes($0, in: run.run) } ?? []
    let leaders = table.entries.map { table.leaders($0) }
    let ratios = table.ratios
    winners = table.entries.map { _ in [] }
    standings = table.algorithms.indices.map { algorithm in
      let entries = table.entries.map { $0[algorithm] }
      let points = zip(sizes, entries).compactMap { size, entry in
        size.flatMap { size in entry.value.map { (size, $0) } }
      }
      return AlgorithmStanding(
        algorithm: table.algorithms[algorithm], meanRank: friedman.meanRanks[algorithm],
        leads: leaders.count { $0.contains(algorithm) },
        failed: entries.count { $0.value == nil }, trials: entries.reduce(0) { $0 + $1.trials },
        good: entries.reduce(0) { $0 + $1.good },
        ratio: ratios.flatMap { GeometricMean($0.map { $0[algorithm] }, atLeast: 1) },
        growth: PowerLaw(points))
    }
    pairs = Self.pairs(table)
  }

  /// Marks the algorithms of `best`, which has the choices of the best configuration of each instance.
  mutating func mark(_ best: [BestConfiguration]) {
    let own = best.filter { $0.measure == measure && ($0.hasStatements || $0.isSame) }
    winners = table.algorithms(with: Set(own.flatMap { $0.within + [$0.configuration] }))
    for index in standings.indices {
      let won = winners.filter { $0.contains(index) }
      standings[index].wins = won.count { $0.count == 1 }
      standings[index].ties = won.count - standings[index].wins
    }
  }

  /// The smallest p-value that this number of instances can give.
  var minP: Double { pairs.count == 1 ? minPairP : friedman.minP }

  /// The smallest p-value of the signed-rank test.
  private var minPairP: Double { pow(2, 1 - Double(min(1000, instances))) }

  /// The p-value of the test of all algorithms, or of the only pair.
  var p: Double { pairs.count == 1 ? pairs[0].p : friedman.p }

  /// Corrects the verdicts of comparisons together, such as those by several measures. As Demšar 2006 recommends, pairs
  /// differ only if the test of all algorithms finds a difference.
  static func correct(_ comparisons: inout [InstanceComparison]) {
    let corrected = holmCorrected(comparisons.map(\.p))
    for (index, p) in corrected.enumerated() {
      comparisons[index].finish(p, among: corrected.count)
    }
  }

  /// Whether any result could be a verdict of the test: not over too few instances.
  var canDecide: Bool { minP * Double(tests) <= InstanceAxes.level }

  /// Whether the algorithms differ at all.
  var findsDifference: Bool {
    correctedP <= InstanceAxes.level && (pairs.count > 1 || pairs[0].better != nil)
  }

  private mutating func finish(_ correctedP: Double, among tests: Int) {
    (self.correctedP, self.tests) = (correctedP, tests)
    if !findsDifference {
      for index in pairs.indices { pairs[index].better = nil }
    }
    groups = Self.groups(table.algorithms, by: friedman.meanRanks, pairs)
  }

  var ranked: [AlgorithmStanding] { standings.sorted { $0.meanRank < $1.meanRank } }

  /// Whether the smallest p-value that the pairs can have is too high for any verdict.
  var hasTooFewInstances: Bool {
    pairs.count == 1
      ? minPairP * Double(tests) > InstanceAxes.level
      : minPairP * Double(pairs.count) > 0.05 || friedman.hasTooFewCases
  }

  /// By the signed-rank test, which other algorithms do not affect (Benavoli, Corani and Mangili 2016).
  private static func pairs(_ table: InstanceTable) -> [AlgorithmPair] {
    let indices = table.algorithms.indices.flatMap { first in
      table.algorithms.indices.dropFirst(first + 1).map { (first, $0) }
    }
    let tests = indices.map { table.test($0, $1) }
    let (corrected, costs) = (holmCorrected(tests.map(\.p)), table.costs)
    return indices.indices.map { index in
      let (a, b) = indices[index]
      let test = tests[index]
      let differences = costs.map { $0[a] < $0[b] ? 1 : $0[a] > $0[b] ? -1 : 0 }
      // Costs are negative values where greater ones are better.
      let ratios = [test.interval?.lowerBound, test.shift, test.interval?.upperBound]
        .map { $0.map { exp(table.better == .lower ? $0 : -$0) } }
        .map { table.ratioOffset != nil && $0?.isFinite == true ? $0 : nil }
      let names = (table.algorithms[a], table.algorithms[b])
      // The p-value leaves out instances without a difference. The interval has them.
      let isClear = corrected[index] <= 0.05 && test.interval?.contains(0) == false
      return AlgorithmPair(
        first: names.0, second: names.1, wins: differences.count { $0 > 0 },
        ties: differences.count { $0 == 0 }, losses: differences.count { $0 < 0 },
        ratio: ratios[1], low: ratios[table.better == .lower ? 0 : 2],
        high: ratios[table.better == .lower ? 2 : 0], firstRanks: test.positive,
        secondRanks: test.negative, p: test.p, correctedP: corrected[index],
        better: isClear ? test.positive > test.negative ? names.0 : names.1 : nil)
    }
  }

  /// The maximal cliques of algorithms that do not differ in pairs (Bron and Kerbosch, Algorithm 457, 1973).
  private static func groups(
    _ algorithms: [String], by ranks: [Double], _ pairs: [AlgorithmPair]
  ) -> [[String]] {
    var joined = algorithms.reduce(into: [String: Set<String>]()) { $0[$1] = [] }
    for pair in pairs where pair.better == nil {
      joined[pair.first]?.insert(pair.second)
      joined[pair.second]?.insert(pair.first)
    }
    let order = algorithms.indices.sorted { ranks[$0] < ranks[$1] }.map { algorithms[$0] }
    var groups: [[String]] = []
    func extend(_ group: Set<String>, _ candidates: Set<String>, _ excluded: Set<String>) {
      let shared = { joined[$0, default: []].intersection(candidates).count }
      guard let pivot = candidates.union(excluded).max(by: { shared($0) < shared($1) }) else {
        if group.count > 1 { groups.append(order.filter(group.contains)) }
        return
      }
      var (candidates, excluded) = (candidates, excluded)
      for next in order
      where candidates.contains(next) && !joined[pivot, default: []].contains(next) {
        let near = joined[next, default: []]
        extend(group.union([next]), candidates.intersection(near), excluded.intersection(near))
        candidates.remove(next)
        excluded.insert(next)
      }
    }
    extend([], Set(algorithms), [])
    let places = Dictionary(firstOf: zip(order, order.indices))
    return groups.sorted { a, b in
      a.lexicographicallyPrecedes(b) { places[$0, default: 0] < places[$1, default: 0] }
    }
  }
}

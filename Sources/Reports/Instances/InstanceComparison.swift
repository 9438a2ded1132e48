import Foundation
import ForceLabPlugins
import ForceLabSettings
import ForceLabWorkbench

public struct AlgorithmStanding: Encodable, Sendable {
  public let algorithm: String
  /// 1 if it is the best everywhere; failures share the last ranks.
  public let meanRank: Double
  /// On how many instances it is better than all others, and on how many it is as good as the best.
  public let wins: Int
  public let ties: Int
  /// On how many instances at least half of its trials failed.
  public let failed: Int
  /// The ratios to the best over the instances on which all algorithms finished with a value above
  /// zero; nil if these are fewer than half.
  public let ratio: GeometricMean?
  /// The growth of a time or another cost with the size of the instance.
  public let growth: PowerLaw?
}

public struct AlgorithmPair: Encodable, Sendable {
  public let first: String
  public let second: String
  /// On how many instances the first is better, neither, and the second.
  public let wins: Int
  public let ties: Int
  public let losses: Int
  /// The second divided by the first, over the instances that both finished with a value above zero; nil
  /// if these are fewer than half.
  public let ratio: GeometricMean?
  /// The sums of the ranks of instances where the first and the second is better.
  public let firstRanks: Double
  public let secondRanks: Double
  /// The p-value of the signed-rank test, and the one that is corrected for all pairs.
  public let p: Double
  public let correctedP: Double
  /// The algorithm that is better over all instances with 95 % confidence.
  public let better: String?
}

/// The comparison of algorithms by one measure over instances such as graphs. The instances are the
/// observations: repeats of one are averaged first.
public struct InstanceComparison: Encodable, Sendable {
  public let measure: String
  public let better: Column.Better
  /// The instances that count.
  public let instances: Int
  public let standings: [AlgorithmStanding]
  public let friedman: FriedmanTest
  /// The minimum difference of mean ranks that is significant (Nemenyi).
  public let criticalDifference: Double
  /// The maximal groups of algorithms whose mean ranks differ by less.
  public let groups: [[String]]
  public let pairs: [AlgorithmPair]
  /// Algorithms without any result, which do not count.
  public let withoutResult: [String]
  public let excluded: Int

  let table: InstanceTable
  /// The best algorithms of each instance: one, or several that tie.
  let winners: [Set<Int>]
  /// Whether the minimum p-value that the pairs can have is too high for any verdict.
  let hasTooFewInstances: Bool

  private enum CodingKeys: CodingKey {
    case measure, better, instances, standings, friedman, criticalDifference, groups, pairs
    case withoutResult, excluded
  }

  /// Nil if fewer than two algorithms or instances have the measure.
  init?(_ run: InstanceRun, _ measure: Column, countsContended: Bool) {
    guard let table = InstanceTable(run, measure, countsContended: countsContended),
      let friedman = FriedmanTest(table.costs)
    else { return nil }
    (self.table, self.friedman) = (table, friedman)
    (self.measure, better, instances) = (measure.name, table.better, table.entries.count)
    (withoutResult, excluded) = (table.withoutResult, table.excluded)
    let count = table.algorithms.count
    let size = measure.isTime || measure.use == .cost ? run.run.columns(for: .size).first : nil
    let sizes = size.map { table.sizes($0, in: run.run) }
    let winners = table.entries.map { Self.winners($0, table) }
    self.winners = winners
    standings = table.algorithms.indices.map {
      Self.standing($0, table, winners, friedman.meanRanks[$0], sizes)
    }
    let difference = StudentizedRange.criticalDifference(
      algorithms: count, cases: table.entries.count)
    criticalDifference = difference
    groups = Self.groups(friedman.meanRanks, within: difference).map { group in
      group.map { table.algorithms[$0] }
    }
    pairs = Self.pairs(table, friedman)
    let minP = pow(2, 1 - Double(min(1000, table.entries.count)))
    hasTooFewInstances = minP * Double(pairs.count) > 0.05
  }

  var ranked: [AlgorithmStanding] {
    standings.enumerated().sorted {
      ($0.element.meanRank, $0.offset) < ($1.element.meanRank, $1.offset)
    }.map(\.element)
  }

  private static func standing(
    _ algorithm: Int, _ table: InstanceTable, _ winners: [Set<Int>], _ meanRank: Double,
    _ sizes: [Double?]?
  ) -> AlgorithmStanding {
    let won = winners.filter { $0.contains(algorithm) }
    let wins = won.count { $0.count == 1 }
    let points = sizes.map { sizes in
      zip(sizes, table.entries).compactMap { size, row -> (x: Double, y: Double)? in
        guard let size, let value = row[algorithm].value else { return nil }
        return (size, value)
      }
    }
    return AlgorithmStanding(
      algorithm: table.algorithms[algorithm], meanRank: meanRank, wins: wins,
      ties: won.count - wins, failed: table.entries.count { $0[algorithm].value == nil },
      ratio: GeometricMean(table.positiveRatios.map { $0[algorithm] }),
      growth: points.flatMap { PowerLaw($0) })
  }

  /// The best algorithm on an instance, and those that tie with it.
  private static func winners(_ row: [InstanceEntry], _ table: InstanceTable) -> Set<Int> {
    let costs = row.map { table.cost($0) }
    guard let best = costs.indices.min(by: { costs[$0] < costs[$1] }), costs[best].isFinite else {
      return []
    }
    return Set(
      row.indices.filter {
        if $0 == best { return true }
        return table.winner(row[best], row[$0]) == .tie
      })
  }

  /// The maximal runs of mean ranks that lie within `difference`.
  private static func groups(_ ranks: [Double], within difference: Double) -> [[Int]] {
    let order = ranks.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }
    var groups: [Range<Int>] = []
    for start in order.indices {
      let end =
        order[start...].firstIndex { ranks[$0] - ranks[order[start]] >= difference } ?? order.count
      if end - start > 1, end > groups.last?.upperBound ?? 0 { groups.append(start..<end) }
    }
    return groups.map { $0.map { order[$0] } }
  }

  /// As Demšar 2006 recommends, pairs differ only if the test of all algorithms finds a difference.
  private static func pairs(_ table: InstanceTable, _ friedman: FriedmanTest) -> [AlgorithmPair] {
    let mayDiffer = table.algorithms.count == 2 || friedman.imanDavenportP <= 0.05
    let indices = table.algorithms.indices.flatMap { first in
      table.algorithms.indices.dropFirst(first + 1).map { (first, $0) }
    }
    let tests = indices.map { SignedRankTest(differences($0, $1, table)) }
    let corrected = holmCorrected(tests.map(\.p))
    return indices.indices.map { index in
      let (a, b) = indices[index]
      let test = tests[index]
      let results = table.entries.map { table.winner($0[a], $0[b]) }
      let ratios = table.entries.compactMap { row -> Double? in
        guard let x = row[a].value, let y = row[b].value, x > 0, y > 0 else { return nil }
        return y / x
      }
      let names = (table.algorithms[a], table.algorithms[b])
      let isClear = mayDiffer && corrected[index] <= 0.05
      return AlgorithmPair(
        first: names.0, second: names.1, wins: results.count { $0 == .first },
        ties: results.count { $0 == .tie }, losses: results.count { $0 == .second },
        ratio: 2 * ratios.count >= table.entries.count ? GeometricMean(ratios) : nil,
        firstRanks: test.positive,
        secondRanks: test.negative, p: test.p, correctedP: corrected[index],
        better: isClear ? test.positive > test.negative ? names.0 : names.1 : nil)
    }
  }

  /// The cost of the second minus that of the first, as logarithms of ratios where all values are
  /// above zero.
  private static func differences(_ a: Int, _ b: Int, _ table: InstanceTable) -> [Double] {
    table.entries.map { row in
      switch (row[a].value, row[b].value) {
      case (nil, nil): return 0
      case (nil, _): return -.infinity
      case (_, nil): return .infinity
      case (let x?, let y?):
        let difference = table.isPositive ? log(y) - log(x) : y - x
        return table.better == .lower ? difference : -difference
      }
    }
  }
}

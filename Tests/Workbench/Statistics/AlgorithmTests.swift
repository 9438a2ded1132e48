import ForceLabPlugins
import ForceLabTestSupport
import Foundation
import Testing

@testable import ForceLabWorkbench

/// The tests of algorithms over graphs against scipy and R: `References/make-statistics.py` computed the
/// numbers.
@Suite struct AlgorithmTests {
  private struct Reference: Decodable {
    struct Friedman: Decodable {
      let costs: [[Double]]
      let meanRanks: [Double]
      let chiSquared, p, imanDavenport: Double
    }

    struct PermutedFriedman: Decodable {
      let costs: [[Double]]
      let p, minP: Double
    }

    struct SignedRank: Decodable {
      let differences: [Double]
      let positive, negative, p: Double
    }

    struct Shift: Decodable {
      let differences: [Double]
      let shift, low, high: Double
    }

    struct Holm: Decodable { let values, corrected: [Double] }

    struct Profile: Decodable {
      let costs, shares: [[Double]]
      let factors: [Double]
    }

    struct Law: Decodable {
      let x, y: [Double]
      let exponent, low, high, factor: Double
    }

    struct Mean: Decodable {
      let ratios: [Double]
      let value, low, high: Double
    }

    let friedman: [Friedman]
    let signedRank: [SignedRank]
    let holm: [Holm]
    let profiles: [Profile]
    let powerLaws: [Law]
    let geometricMeans: [Mean]
    let permutedFriedman: [PermutedFriedman]
    let shifts: [Shift]
  }

  private static let reference = Result {
    let file = checkout.appending(path: "Tests/Workbench/References/statistics.json")
    return try JSONDecoder().decode(Reference.self, from: Data(contentsOf: file))
  }

  private var reference: Reference { get throws { try Self.reference.get() } }

  private func isNear(_ a: Double?, _ b: Double, _ tolerance: Double = 1e-9) -> Bool {
    a.map { abs($0 - b) <= tolerance * abs(b) } ?? false
  }

  @Test func friedmanEqualsScipy() throws {
    let cases = try reference.friedman
    #expect(cases.count == 6)
    for expected in cases {
      let test = try #require(FriedmanTest(expected.costs))
      #expect(isNear(test.chiSquared, expected.chiSquared))
      #expect(isNear(test.imanDavenport, expected.imanDavenport))
      #expect((test.method == .imanDavenport) == (expected.costs.count > 10))
      if test.method == .imanDavenport { #expect(isNear(test.p, expected.p)) }
      #expect(zip(test.meanRanks, expected.meanRanks).allSatisfy { isNear($0, $1, 1e-12) })
    }
  }

  @Test func friedmanOfFewCasesHasThePermutationsOfItsRanks() throws {
    for expected in try reference.permutedFriedman {
      let test = try #require(FriedmanTest(expected.costs))
      #expect(
        test.method == .exact && isNear(test.p, expected.p) && isNear(test.minP, expected.minP))
    }
    // Tables of Hollander and Wolfe 1973 for three algorithms.
    let orders = [[1.0, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]]
    let table = [
      ([0, 0, 0], 6.0, 0.028), ([0, 0, 0, 1], 6.5, 0.042), ([0, 0, 0, 1, 2], 6.4, 0.039),
    ]
    for (rows, chiSquared, p) in table {
      let test = try #require(FriedmanTest(rows.map { orders[$0] }))
      #expect(isNear(test.chiSquared, chiSquared) && abs(test.p - p) < 5e-4, "\(test)")
    }
  }

  @Test func friedmanOfTooManyOrdersDrawsThem() throws {
    // Ten cases of seven algorithms, and the same with fewer algorithms, whose p-value is known.
    var generator = SeededGenerator(seed: 3)
    let costs = (0..<10).map { _ in (0..<7).map { Double($0) + 9 * generator.normal() } }
    let test = try #require(FriedmanTest(costs))
    #expect(test.method == .drawnPermutations && test.minP < 1e-4 && test.p > 1e-4)
    // χ² and F are near for seven algorithms.
    let many = try #require(FriedmanTest(costs + costs))
    #expect(many.method == .imanDavenport && test.p > many.p)
    #expect(test.p == FriedmanTest(costs)?.p)
  }

  @Test func friedmanOfEqualOrTooFew() throws {
    #expect(FriedmanTest([]) == nil && FriedmanTest([[1], [2]]) == nil)
    let equal = try #require(FriedmanTest([[1, 1, 1], [2, 2, 2]]))
    #expect(equal.p == 1 && equal.hasTooFewCases && equal.meanRanks == [2, 2, 2])
    // All cases in one order: the F statistic is infinite.
    let clear = try #require(FriedmanTest([[1, 2, .infinity], [1, 3, 4], [0, 1, 2]]))
    #expect(isNear(clear.chiSquared, 6) && isNear(clear.p, 1.0 / 36) && clear.p == clear.minP)
    #expect(clear.imanDavenport == nil)
    let tied = FriedmanTest(Array(repeating: [1, 1, 2, 2], count: 8))
    #expect(isNear(tied?.chiSquared, 24) && tied?.imanDavenport == nil)
    #expect(clear.meanRanks == [1, 2, 3] && clear.p <= 0.05 && !clear.hasTooFewCases)
    // Two failures share the last ranks.
    let failed = try #require(FriedmanTest([[1, .infinity, .infinity]]))
    #expect(failed.meanRanks == [1, 2.5, 2.5] && failed.p == 1)
    // In two cases, three algorithms have one order by chance in one of six.
    let few = try #require(FriedmanTest([[1, 2, 3], [1, 2, 3]]))
    #expect(isNear(few.p, 1.0 / 6) && few.hasTooFewCases)
  }

  @Test func signedRanksEqualScipy() throws {
    let cases = try reference.signedRank
    #expect(cases.count == 14)
    for expected in cases {
      let test = SignedRankTest(expected.differences)
      #expect(test.positive == expected.positive && test.negative == expected.negative)
      #expect(isNear(test.p, expected.p), "\(test) \(expected.p)")
    }
    #expect(SignedRankTest([0, 0]).p == 1 && SignedRankTest([]).p == 1)
    #expect(SignedRankTest([.infinity, 1, 2, 3, 4, 5]).p == 2.0 / 64)
    #expect(SignedRankTest([.infinity, -.infinity]).p == 1)
  }

  @Test func shiftsEqualThoseOfR() throws {
    for expected in try reference.shifts {
      let test = SignedRankTest(expected.differences)
      let interval = try #require(test.interval)
      #expect(isNear(test.shift, expected.shift))
      #expect(
        isNear(interval.lowerBound, expected.low) && isNear(interval.upperBound, expected.high))
      #expect(interval.contains(0) == (test.p > 0.05))
    }
    let failed = SignedRankTest([.infinity, .infinity, 1, 2, 3, 4, 5])
    #expect(failed.shift == 4.75 && failed.interval?.upperBound == .infinity)
    #expect(failed.interval?.lowerBound == 2)
    // Between −∞ and 1.
    #expect(SignedRankTest([-.infinity, 1, 2]).shift == -.infinity)
    #expect(SignedRankTest([1, 2, 3, 4, 5]).interval == nil && SignedRankTest([]).shift == 0)
  }

  @Test func holmFollowsItsDefinition() throws {
    for expected in try reference.holm {
      let corrected = holmCorrected(expected.values)
      #expect(zip(corrected, expected.corrected).allSatisfy { isNear($0, $1, 1e-12) })
    }
    #expect(holmCorrected([]) == [])
  }

  @Test func profilesEqualTheirDefinition() throws {
    for expected in try reference.profiles {
      let ratios = try expected.costs.map { row in
        try #require(PerformanceProfile.ratios(of: row.map { $0 >= 1e300 ? nil : $0 }, .lower))
      }
      for (place, shares) in expected.shares.enumerated() {
        let profile = PerformanceProfile(ratios: ratios.map { $0[place] })
        #expect(expected.factors.map { profile[$0] } == shares)
      }
    }
    #expect(PerformanceProfile.ratios(of: [0, 0, 3], .lower) == [1, 1, .infinity])
    #expect(PerformanceProfile.ratios(of: [-1, 2], .lower) == nil)
    #expect(PerformanceProfile.ratios(of: [nil, nil], .lower) == nil)
    #expect(PerformanceProfile.ratios(of: [0.5, 1, 0], .higher) == [2, 1, .infinity])
  }

  @Test func powerLawsEqualScipy() throws {
    for expected in try reference.powerLaws {
      let law = try #require(PowerLaw(Array(zip(expected.x, expected.y))))
      #expect(isNear(law.exponent, expected.exponent) && isNear(law.factor, expected.factor))
      #expect(isNear(law.low, expected.low) && isNear(law.high, expected.high))
    }
    #expect(PowerLaw([(1, 1), (2, 2)]) == nil && PowerLaw([(2, 1), (2, 2), (2, 3)]) == nil)
    #expect(PowerLaw([(1, 1), (2, 0), (4, 3), (8, 9)])?.count == 3)
  }

  @Test func geometricMeansEqualScipy() throws {
    for expected in try reference.geometricMeans {
      let mean = try #require(GeometricMean(expected.ratios))
      #expect(isNear(mean.value, expected.value))
      #expect(isNear(mean.low, expected.low) && isNear(mean.high, expected.high))
    }
    #expect(GeometricMean([2])?.low == nil && GeometricMean([1, 0]) == nil)
    // Few ratios above the minimum tell little of their mean.
    let best = [Double](repeating: 1, count: 30)
    #expect(GeometricMean(best + [4, 4, 4, 4, 4], atLeast: 1)?.high == nil)
    #expect(GeometricMean(best + [1.1, 1.1, 1.1, 1.1, 1.1, 400], atLeast: 1)?.low == 1)
  }
}

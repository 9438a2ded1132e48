import ForceLabTestSupport
import Foundation
import Testing

@testable import ForceLabWorkbench

/// The tests of algorithms over graphs against scipy: `References/make-statistics.py` computed the
/// numbers.
@Suite struct AlgorithmTests {
  private struct Reference: Decodable {
    struct Friedman: Decodable {
      let costs: [[Double]]
      let meanRanks: [Double]
      let chiSquared, p, imanDavenport, imanDavenportP: Double
    }

    struct SignedRank: Decodable {
      let differences: [Double]
      let positive, negative, p: Double
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

    struct Range: Decodable {
      let count: Int
      let quantile: Double
    }

    let friedman: [Friedman]
    let signedRank: [SignedRank]
    let holm: [Holm]
    let profiles: [Profile]
    let powerLaws: [Law]
    let geometricMeans: [Mean]
    let studentizedRange: [Range]
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
      #expect(isNear(test.chiSquared, expected.chiSquared) && isNear(test.p, expected.p))
      #expect(isNear(test.imanDavenport, expected.imanDavenport))
      #expect(isNear(test.imanDavenportP, expected.imanDavenportP))
      #expect(zip(test.meanRanks, expected.meanRanks).allSatisfy { isNear($0, $1, 1e-12) })
    }
  }

  @Test func friedmanOfEqualOrTooFew() throws {
    #expect(FriedmanTest([]) == nil && FriedmanTest([[1], [2]]) == nil)
    let equal = try #require(FriedmanTest([[1, 1, 1], [2, 2, 2]]))
    #expect(equal.p == 1 && equal.imanDavenportP == 1 && equal.meanRanks == [2, 2, 2])
    // All cases in one order: the F statistic is infinite.
    let clear = try #require(FriedmanTest([[1, 2, .infinity], [1, 3, 4], [0, 1, 2]]))
    #expect(isNear(clear.chiSquared, 6) && clear.imanDavenportP < 1e-9)
    #expect(clear.imanDavenport == nil || clear.imanDavenport ?? 0 > 1e12)
    #expect(clear.meanRanks == [1, 2, 3])
    // Two failures share the last ranks.
    let failed = try #require(FriedmanTest([[1, .infinity, .infinity]]))
    #expect(failed.meanRanks == [1, 2.5, 2.5] && failed.imanDavenportP == 1)
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
        try #require(PerformanceProfile.ratios(row.map { $0 >= 1e300 ? .infinity : $0 }))
      }
      for (place, shares) in expected.shares.enumerated() {
        let profile = PerformanceProfile(ratios: ratios.map { $0[place] })
        #expect(expected.factors.map { profile[$0] } == shares)
      }
    }
    #expect(PerformanceProfile.ratios([0, 0, 3]) == [1, 1, .infinity])
    #expect(PerformanceProfile.ratios([-1, 2]) == nil)
    #expect(PerformanceProfile.ratios([.infinity, .infinity]) == nil)
    #expect(PerformanceProfile.ratios(largestBest: [0.5, 1, 0]) == [2, 1, .infinity])
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
  }

  @Test func studentizedRangeEqualsScipy() throws {
    for expected in try reference.studentizedRange {
      let quantile = StudentizedRange(expected.count).quantile(tail: 0.05)
      #expect(isNear(quantile, expected.quantile, 1e-6), "\(quantile) \(expected)")
    }
    // Table 5 of Demšar 2006.
    for (count, q) in [(2, 1.960), (3, 2.343), (5, 2.728), (10, 3.164)] {
      let critical = StudentizedRange.criticalDifference(algorithms: count, cases: 30)
      let scale = (Double(count * (count + 1)) / 180).squareRoot()
      #expect(abs(critical / scale - q) < 1e-3)
    }
  }
}

import ForceLabPlugins
import ForceLabTestSupport
import Testing
import ForceLabWorkbench

@Suite struct StatisticsTests {
  @Test func medianAndMeanOfKnownNumbers() throws {
    let odd = try #require(Statistics([5, 1, 3]))
    #expect(odd.count == 3 && odd.median == 3 && odd.mean == 3)
    let even = try #require(Statistics([4, 1, 2, 10]))
    #expect(even.count == 4 && even.median == 3 && even.mean == 4.25)
    let one = try #require(Statistics([7]))
    #expect(one.count == 1 && one.median == 7 && one.mean == 7)
    #expect(Statistics([]) == nil)
  }

  /// As numpy and scipy have them: `std(ddof=1)`, `scipy.stats.median_abs_deviation`, `quantile`.
  @Test func spreadOfKnownNumbers() throws {
    let statistics = try #require(Statistics([2, 4, 4, 4, 5, 5, 7, 9, 30]))
    #expect(abs(try #require(statistics.standardDeviation) - 8.569_973_421_454_96) < 1e-13)
    #expect(statistics.medianDeviation == 1)
    #expect(statistics.minimum == 2 && statistics.maximum == 30 && statistics.outliers == 1)
    let one = try #require(Statistics([7]))
    #expect(one.standardDeviation == nil && one.medianDeviation == 0 && one.outliers == 0)
  }

  /// The quartiles of 0 … 8 are 2 and 6, so the fences stand at −4 and 12.
  @Test(arguments: [(12.0, 0), (12.1, 1), (-4, 0), (-4.1, 1)])
  func outliersLieBeyondTheFences(value: Double, outliers: Int) throws {
    let whole = (0...8).map(Double.init)
    let moved = value > 0 ? Array(whole.dropLast()) + [value] : [value] + whole.dropFirst()
    #expect(try #require(Statistics(moved)).outliers == outliers)
  }

  /// A sum of doubles would lose the ones: 2⁵³ + 1 is no double.
  @Test func theMeanOfWholeNumbersIsThatOfTheirExactSum() throws {
    let statistics = try #require(Statistics([0x1p53, 1, 1, 1, 1, 1, 1, 1]))
    #expect(statistics.mean == 0x1p50 + 0.875)
  }

  @Test func theSpreadOfGreatNumbersDoesNotOverflow() throws {
    let statistics = try #require(Statistics([1e308, 1.5e308, 1.5e308]))
    #expect(abs(statistics.mean / 4e307 - 10 / 3.0) < 1e-15)
    let deviation = try #require(statistics.standardDeviation)
    #expect(abs(deviation / 5e307 - (1 / 3.0).squareRoot()) < 1e-15)
    let far = try #require(Statistics([-1.7e308, 1.7e308, 1.7e308]))
    #expect(far.standardDeviation == nil && far.minimum == -1.7e308)
  }

  @Test func fewerThanSixNumbersHaveNoInterval() throws {
    for count in 1..<9 {
      let statistics = try #require(Statistics((0..<count).map(Double.init)))
      #expect((statistics.interval != nil) == (count >= 6))
      #expect(
        statistics.intervalNote()
          == (count < 6 ? "needs 6 repeats, has \(count)" : "sign test over repeats"))
    }
  }

  /// The sign test: the least of six numbers exceeds the true median with a chance of 2⁻⁶ = 1.6 %,
  /// below 2.5 %; the second with 10.9 %. Of nine numbers, the second does with 2.0 %.
  @Test func theIntervalIsThatOfTheSignTest() throws {
    #expect(try #require(Statistics([1, 2, 3, 4, 5, 60])).interval == 1...60)
    #expect(try #require(Statistics((1...9).map(Double.init))).interval == 2...8)
  }

  @Test func numbersThatAreNotFiniteHaveNoInterval() throws {
    let statistics = try #require(Statistics([1, 2, 3, 3, 4, .infinity]))
    #expect(statistics.interval == nil && statistics.median == 3)
    #expect(statistics.intervalNote() == "not finite" && statistics.standardDeviation == nil)
    for values in [[Double.infinity, .infinity], [-.infinity, 1, .infinity]] {
      #expect(try #require(Statistics(values)).standardDeviation == nil)
    }
  }

  /// The 95 % interval holds the true median of a skewed distribution about as often as it says:
  /// over 200 samples of 25, that share has a standard deviation of 1.5 %.
  @Test func theIntervalCoversTheTrueMedian() throws {
    var generator = SeededGenerator(seed: 11)
    let truth = 0.25  // of the square of a uniform number
    var covered = 0
    for _ in 0..<200 {
      let sample = (0..<25).map { _ in generator.unit() }.map { $0 * $0 }
      if try #require(Statistics(sample)?.interval).contains(truth) { covered += 1 }
    }
    #expect((180...200).contains(covered), "\(covered)")
    #expect(covered < 200)
  }

  @Test func aSummaryHasTheMediansOfItsRows() throws {
    try withFolder { folder in
      let report = try Runner(plan("repeat: 3\nsweep: {grid: {value: [1, 10]}}")).run(
        into: RunFolder(at: folder + "/run"), environment: RunEnvironment(seed: 0))
      let rows = report.summary.rows
      #expect(report.summary.paths == ["value"])
      #expect(report.summary.measures.first?.name == "score")
      #expect(rows.map(\.settings) == [["1"], ["10"]] && rows.map(\.trials) == [3, 3])
      #expect(rows.map { $0.statistics(of: "score")?.median } == [2, 20])
      #expect(rows[0].numbers(of: "score") == [1, 2, 3])
      #expect(rows[0].statistics(of: "nothing") == nil && rows[0].statistics(of: "note") == nil)
    }
  }
}

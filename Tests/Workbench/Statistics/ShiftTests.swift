import ForceLabPlugins
import Testing
import ForceLabWorkbench

@Suite struct ShiftTests {
  /// Critical values of the sign test (two-sided, 5 %) as tables print them: so many differences
  /// lie outside the interval on either side.
  @Test(arguments: [
    (6, 0), (8, 0), (9, 1), (10, 1), (12, 2), (15, 3), (20, 5), (30, 9), (50, 17), (100, 39),
    (2000, 955),
  ])
  func theIntervalOfPairsIsThatOfTheTables(count: Int, critical: Int) throws {
    let shift = try #require(Shift(pairs: (1...count).map(Double.init)))
    #expect(shift.interval == Double(critical + 1)...Double(count - critical))
  }

  /// Critical values of the Mann–Whitney U (two-sided, 5 %): those up to 20 as tables print them,
  /// those above counted out in whole numbers by another program.
  @Test(arguments: [
    (4, 4, 0), (3, 5, 0), (5, 5, 2), (5, 8, 6), (8, 8, 13), (10, 10, 23), (12, 20, 69),
    (20, 20, 127), (30, 30, 317), (78, 78, 2488), (80, 80, 2625), (100, 120, 5078), (4, 200, 172),
  ])
  func theIntervalWithoutPairsIsThatOfTheTables(first: Int, second: Int, critical: Int) throws {
    // No two differences are equal, so each tells its rank.
    let base = (0..<first).map { Double($0) * 1000 }
    let new = (0..<second).map { Double($0) }
    let differences = base.flatMap { x in new.map { $0 - x } }.sorted()
    let bounds = differences[critical]...differences[differences.count - 1 - critical]
    #expect(try #require(Shift(from: base, to: new)).interval == bounds)
    let back = try #require(Shift(from: new, to: base)).interval
    #expect(back == -bounds.upperBound...(-bounds.lowerBound))
  }

  @Test func theUnpairedIntervalUsesAllDifferences() throws {
    let base = [1.0, 5, 2, 8, 3]
    let new = [4.0, 11, 6, 7, 20]
    let differences = base.flatMap { x in new.map { $0 - x } }.sorted()
    let shift = try #require(Shift(from: base, to: new))
    #expect(shift.estimate == differences[12] && shift.interval == differences[2]...differences[22])
    #expect(try #require(Shift(from: [1, 2, 3], to: [4, 5, 6])).interval == nil)
    #expect(try #require(Shift(from: [1], to: [4])).estimate == 3)
    #expect(Shift(from: [], to: [1]) == nil && Shift(from: [1], to: []) == nil)
  }

  /// Ties and zeros of both signs are among the differences.
  @Test(arguments: [1, 2, 7, 40]) func theMiddleDifferenceIsFound(count: Int) throws {
    var generator = SeededGenerator(seed: UInt64(count))
    let base = (0..<count).map { _ in Double(generator.index(below: 5)) - 2 }
    let new = (0...count).map { _ in generator.unit() < 0.5 ? -0.0 : generator.unit() - 0.5 }
    let all = base.flatMap { x in new.map { $0 - x } }.sorted()
    let middle = (all[(all.count - 1) / 2] + all[all.count / 2]) / 2
    #expect(abs(try #require(Shift(from: base, to: new)).estimate - middle) < 1e-15)
  }
}
